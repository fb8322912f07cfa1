//! Pages in headless Chromium: they render, sort, filter, change their theme and print. Skipped where there is no Chromium.

use secant_report::{Column, Comparison, Layout, Limit, Machine, Measured, Named, Options, Report, Row};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The browser, if there is one.
fn chromium() -> Option<&'static str> {
    let names = ["chromium", "chromium-browser", "google-chrome", "chrome"];
    let runs = |name: &&str| {
        let mut command = Command::new(name);
        let version = command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
        version.status().is_ok_and(|status| status.success())
    };
    let found = names.into_iter().find(runs);
    if found.is_none() {
        eprintln!("skipped: there is no Chromium");
    }
    found
}

/// Runs it on a page with more options; what it prints.
fn browse(browser: &str, folder: &Path, page: &Path, options: &[&str]) -> String {
    let profile = tempfile::tempdir_in(folder).expect("a folder");
    let output = Command::new(browser)
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--virtual-time-budget=2000",
        ])
        .arg(format!("--user-data-dir={}", profile.path().display()))
        .args(options)
        .arg(format!("file://{}", page.display()))
        .output()
        .expect("the browser runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// What a script says of a page, which it may change; lines of text.
fn ask(browser: &str, folder: &Path, page: &str, script: &str) -> Vec<String> {
    let script = format!(
        "<script>const said = []; const say = (text) => said.push(text); addEventListener('error', (e) => say('error ' + e.message));
        {script}
        const pre = document.createElement('pre'); pre.id = 'said'; pre.textContent = said.join('\\n');
        document.body.replaceChildren(pre);</script></body>"
    );
    let path = folder.join("asked.html");
    fs::write(&path, page.replacen("</body>", &script, 1)).expect("a file");
    let text = browse(browser, folder, &path, &["--dump-dom"]);
    let said = text
        .split("<pre id=\"said\">")
        .nth(1)
        .and_then(|rest| rest.split("</pre>").next());
    said.expect("what was said").lines().map(str::to_owned).collect()
}

fn report(factor: f64) -> Report {
    let mut report = Report::new(Machine::this("portable"), 0);
    for (name, ns) in [
        ("bn254_msm_g1, 10 arguments", 3e5),
        ("bn254_msm_g1, 1000 arguments", 2e6),
        ("pallas <mul>", 2e4),
    ] {
        let measured = |factor: f64| {
            let round = |i: u32| {
                (0..3)
                    .map(|j| factor * ns * (1.0 + 0.004 * f64::from((7 * i + 3 * j) % 10)))
                    .collect()
            };
            Measured::of((0..8).map(round).collect())
        };
        let columns = [("arkworks_native", 5.0), ("secant_native", factor)];
        report.rows.push(Row {
            name: name.to_owned(),
            columns: columns.map(|(name, factor)| (name.to_owned(), measured(factor))).into(),
        });
    }
    report.limits = [10u32, 1000, 10_000]
        .map(|n| Limit {
            name: format!("bn254_msm_g1, {n} arguments"),
            products: 200.0 * f64::from(n),
            squares: 0.0,
            product_ns: 4.0,
            square_ns: 4.0,
            measured_ns: 2000 * u64::from(n),
        })
        .into();
    report
}

fn page() -> String {
    let column = |name: &str| Column {
        name: name.to_owned(),
        title: name.replace('_', " "),
    };
    let layout = Layout {
        columns: ["arkworks_native", "secant_native", "absent"].map(column).into(),
        groups: vec!["bn254".to_owned(), "pallas".to_owned()],
        limited: Some("secant_native".to_owned()),
        ..Layout::default()
    };
    layout.html(&report(1.0))
}

fn folder() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_owned();
    (folder, path)
}

#[test]
fn a_report_sorts_and_filters() {
    let Some(browser) = chromium() else { return };
    let (_kept, folder) = folder();
    let said = ask(
        browser,
        &folder,
        &page(),
        "const names = () => [...document.querySelectorAll('#all tbody tr:not([hidden]) th')].map((th) => th.textContent).join(' | ');
        const heads = [...document.querySelectorAll('#all thead th')];
        const click = (i) => heads[i].querySelector('button').click();
        click(2); say(names()); say(heads[2].getAttribute('aria-sort'));
        click(2); say(names()); say(heads[2].getAttribute('aria-sort'));
        click(0); say(names()); say(String(heads[2].getAttribute('aria-sort')));
        const [text, kind] = ['input', 'select'].map((tag) => document.querySelector(`.tools ${tag}`));
        text.value = 'MSM 1000'; text.dispatchEvent(new Event('input')); say(names()); say(document.querySelector('output').textContent);
        text.value = ''; text.dispatchEvent(new Event('input'));
        kind.value = 'pallas'; kind.dispatchEvent(new Event('change')); say(names());",
    );
    let [ten, thousand, pallas] = [
        "bn254_msm_g1, 10 arguments",
        "bn254_msm_g1, 1000 arguments",
        "pallas &lt;mul&gt;",
    ];
    assert_eq!(
        said,
        [
            &format!("{pallas} | {ten} | {thousand}"),
            "ascending",
            &format!("{thousand} | {ten} | {pallas}"),
            "descending",
            &format!("{ten} | {thousand} | {pallas}"),
            "null",
            thousand,
            "1 of 3 rows",
            pallas,
        ]
    );
}

#[test]
fn a_report_is_drawn_in_both_themes() {
    let Some(browser) = chromium() else { return };
    let (_kept, folder) = folder();
    let said = ask(
        browser,
        &folder,
        &page(),
        "const colour = (selector, property) => getComputedStyle(document.querySelector(selector))[property];
        for (const details of document.querySelectorAll('details')) details.open = true;
        const charts = [...document.querySelectorAll('svg')];
        say(charts.length); say(charts.every((svg) => svg.getBoundingClientRect().height > 40 && svg.getAttribute('aria-label')));
        say(document.querySelectorAll('th[scope]').length); say([...document.querySelectorAll('input, select')].every((e) => e.labels.length === 1));
        document.documentElement.dataset.theme = 'light';
        say(colour('body', 'backgroundColor')); say(colour('svg text', 'fill')); say(colour('svg rect[fill=\"#0B62A4\"]', 'fill'));
        document.getElementById('theme').click();
        say(colour('body', 'backgroundColor')); say(colour('svg text', 'fill')); say(colour('svg rect[fill=\"#0B62A4\"]', 'fill'));
        say(document.documentElement.scrollWidth <= innerWidth);
        say(document.querySelectorAll('link, script[src], img, [href^=http]').length);",
    );
    assert_eq!(
        said,
        [
            // Two groups of bars, one of sizes, three of samples; four headings and three rows.
            "6",
            "true",
            "7",
            "true",
            "rgb(255, 255, 255)",
            "rgb(28, 36, 48)",
            "rgb(11, 98, 164)",
            "rgb(18, 22, 28)",
            "rgb(230, 234, 240)",
            "rgb(108, 182, 255)",
            "true",
            "0",
        ]
    );
}

#[test]
fn the_system_chooses_the_theme_and_phones_do_not_scroll() {
    let Some(browser) = chromium() else { return };
    let (_kept, folder) = folder();
    let path = folder.join("page.html");
    fs::write(&path, page()).expect("a file");
    let frame = |width: u32| {
        let inner = format!("<iframe id=f style='width:{width}px;height:800px;border:0' src='page.html'></iframe>");
        let script = "<script>addEventListener('load', () => { const page = document.getElementById('f').contentDocument;
            document.body.innerHTML = `<pre id=\"said\">${page.documentElement.scrollWidth} ${getComputedStyle(page.body).color}</pre>`; });</script>";
        fs::write(
            folder.join("frame.html"),
            format!("<html><body>{inner}{script}</body></html>"),
        )
        .expect("a file");
        let more = [
            "--dump-dom",
            "--allow-file-access-from-files",
            "--blink-settings=preferredColorScheme=0",
        ];
        browse(browser, &folder, &folder.join("frame.html"), &more)
    };
    for width in [360, 768, 1280] {
        let said = frame(width);
        let found = said
            .split("\"said\">")
            .nth(1)
            .and_then(|rest| rest.split(" rgb(230, 234, 240)<").next());
        // A scroll bar may take its part.
        let found: u32 = found.and_then(|width| width.parse().ok()).unwrap_or(u32::MAX);
        assert!(found <= width, "{width}: {said}");
    }
}

#[test]
fn a_report_prints() {
    let Some(browser) = chromium() else { return };
    let (_kept, folder) = folder();
    let (path, pdf) = (folder.join("page.html"), folder.join("page.pdf"));
    fs::write(&path, page()).expect("a file");
    browse(browser, &folder, &path, &[&format!("--print-to-pdf={}", pdf.display())]);
    let pdf = fs::read(pdf).expect("the PDF");
    let text = String::from_utf8_lossy(&pdf);
    // The charts of all details, which are opened: more than a page.
    assert!(
        pdf.starts_with(b"%PDF") && text.matches("/Type /Page\n").count() > 1,
        "{} bytes",
        pdf.len()
    );
}

#[test]
fn a_comparison_sorts_by_change() {
    let Some(browser) = chromium() else { return };
    let (_kept, folder) = folder();
    let [base, head] = [("base", 1.0), ("head", 0.5)].map(|(name, factor)| Named {
        name: name.to_owned(),
        report: report(factor),
    });
    let heads = [head];
    let page = Comparison::new(&base, &heads, Options::default()).html(&base, &heads);
    let said = ask(
        browser,
        &folder,
        &page,
        "const kind = document.querySelector('select'); kind.value = 'better'; kind.dispatchEvent(new Event('change'));
        say(document.querySelector('output').textContent);
        document.querySelectorAll('#cells-0 thead button')[4].click();
        say(document.querySelector('#cells-0 tbody tr td').textContent); say(document.querySelectorAll('svg').length);",
    );
    assert_eq!(said, ["3 of 6 rows", "secant_native", "1"]);
}
