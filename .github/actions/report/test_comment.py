"""comment.py against a local server that stands for the API, with events as GitHub writes them."""

import contextlib
import io
import json
import os
import re
import tempfile
import threading
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from unittest import mock

import comment

REPOSITORY = "secant-rs/secant"
BOT = {"login": "github-actions[bot]", "type": "Bot"}


class Server(ThreadingHTTPServer):
    """Keeps comments, and everything that was asked."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.comments = []
        self.asked = []
        # Status codes to answer with before anything else.
        self.errors = []
        self.read_only = False
        self.head_sha = "abc"


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def answer(self, code, content):
        body = json.dumps(content).encode()
        self.send_response(code)
        if 300 <= code < 400:
            self.send_header("Location", "http://127.0.0.1:1/stolen")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def content(self):
        return json.loads(self.rfile.read(int(self.headers["Content-Length"])))

    def handle_call(self):
        server = self.server
        server.asked.append((self.command, self.path))
        content = self.content() if self.command in ("POST", "PATCH") else None
        if server.errors:
            return self.answer(server.errors.pop(0), {})
        if self.headers["Authorization"] != "Bearer secret":
            return self.answer(401, {})
        if content is not None and server.read_only:
            return self.answer(403, {"message": "Resource not accessible by integration"})
        if found := re.fullmatch(rf"/repos/{REPOSITORY}/pulls/7", self.path):
            return self.answer(200, {"head": {"sha": server.head_sha}})
        if found := re.fullmatch(rf"/repos/{REPOSITORY}/issues/7/comments\?per_page=(\d+)&page=(\d+)", self.path):
            size, page = int(found[1]), int(found[2])
            return self.answer(200, server.comments[size * (page - 1) : size * page])
        if self.command == "POST" and self.path == f"/repos/{REPOSITORY}/issues/7/comments":
            made = {
                "id": len(server.comments),
                "user": BOT,
                "body": content["body"],
                "html_url": f"made/{len(server.comments)}",
            }
            server.comments.append(made)
            return self.answer(201, made)
        if self.command == "PATCH" and (found := re.fullmatch(rf"/repos/{REPOSITORY}/issues/comments/(\d+)", self.path)):
            number = int(found[1])
            server.comments[number]["body"] = content["body"]
            return self.answer(200, {"html_url": f"updated/{number}"})
        return self.answer(404, {})

    do_GET = do_POST = do_PATCH = handle_call


def pull_request_event(head=REPOSITORY):
    return {
        "action": "synchronize",
        "pull_request": {
            "number": 7,
            "head": {"sha": "abc", "repo": {"full_name": head} if head else None},
            "base": {"sha": "def", "repo": {"full_name": REPOSITORY}},
        },
    }


class Comments(unittest.TestCase):
    def setUp(self):
        self.server = Server()
        thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        thread.start()
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.text = "### Changes\n\nnone"

    def run_with(self, event, event_name="pull_request", number=None, token="secret", url=None, name="bench", more=()):
        """The exit status, what was printed, and the errors."""
        (self.folder / "event.json").write_text(event if isinstance(event, str) else json.dumps(event))
        (self.folder / "body.md").write_text(self.text)
        argv = ["--body", str(self.folder / "body.md"), "--name", name, *more]
        if number is not None:
            (self.folder / "number").write_text(number)
            argv += ["--number", str(self.folder / "number")]
        environment = {
            "GITHUB_API_URL": url or f"http://127.0.0.1:{self.server.server_port}",
            "GITHUB_EVENT_NAME": event_name,
            "GITHUB_EVENT_PATH": str(self.folder / "event.json"),
            "GITHUB_REPOSITORY": REPOSITORY,
            "GITHUB_RUN_ID": "42",
            "GITHUB_SERVER_URL": "https://github.com",
            "GITHUB_STEP_SUMMARY": str(self.folder / "summary.md"),
            "GITHUB_TOKEN": token,
            "no_proxy": "*",
        }
        out, errors = io.StringIO(), io.StringIO()
        with mock.patch.dict(os.environ, environment), contextlib.redirect_stdout(out), contextlib.redirect_stderr(errors):
            status = comment.main(argv, wait=0.0)
        return status, out.getvalue().strip(), errors.getvalue().strip()

    def test_made_then_updated(self):
        self.server.comments = [{"id": 0, "body": "a person's"}]
        self.assertEqual(self.run_with(pull_request_event()), (0, "made/1", ""))
        self.assertTrue(self.server.comments[1]["body"].startswith("<!-- secant-report: bench -->\n### Changes"))
        self.text = "### Changes\n\nmany"
        self.assertEqual(self.run_with(pull_request_event()), (0, "updated/1", ""))
        self.assertEqual(len(self.server.comments), 2)
        self.assertIn("many", self.server.comments[1]["body"])
        # Another report has a comment of its own.
        self.assertEqual(self.run_with(pull_request_event(), name="peers")[1], "made/2")
        self.assertIn("many", (self.folder / "summary.md").read_text())

    def test_found_on_a_later_page(self):
        self.server.comments = [{"id": i, "body": None if i == 3 else f"comment {i}"} for i in range(250)]
        self.server.comments[240] |= {"body": "<!-- secant-report: bench -->\nold", "user": BOT}
        self.assertEqual(self.run_with(pull_request_event())[1], "updated/240")
        pages = [path for method, path in self.server.asked if method == "GET"]
        self.assertEqual([path[-1] for path in pages], ["1", "2", "3"])

    def test_as_many_comments_as_a_page_has(self):
        self.server.comments = [{"id": i, "body": "text"} for i in range(100)]
        self.assertEqual(self.run_with(pull_request_event())[1], "made/100")

    def test_a_copied_marker_is_not_ours(self):
        # The server would let the token write to all of them.
        copied = "<!-- secant-report: bench -->\ncopied"
        users = [
            {"login": "somebody", "type": "User"},
            {"login": "github-actions[bot]", "type": "User"},
            {"login": "another[bot]", "type": "Bot"},
            None,
        ]
        self.server.comments = [{"id": i, "body": copied, "user": user} for i, user in enumerate(users)]
        self.assertEqual(self.run_with(pull_request_event())[1], "made/4")
        self.assertTrue(all(comment["body"] == copied for comment in self.server.comments[:4]))
        self.server.comments[3] |= {"body": "> quoted <!-- secant-report: bench -->", "user": BOT}
        self.assertEqual(self.run_with(pull_request_event())[1], "updated/4")

    def test_another_account(self):
        body = "<!-- secant-report: bench -->\nold"
        user, app = {"login": "measures", "type": "User"}, {"login": "measures[bot]", "type": "Bot"}
        self.server.comments = [{"id": i, "body": body, "user": who} for i, who in enumerate([BOT, user, app])]
        self.assertEqual(self.run_with(pull_request_event(), more=["--author", "measures"])[1], "updated/1")
        self.assertEqual(self.run_with(pull_request_event(), more=["--author", "measures[bot]"])[1], "updated/2")
        self.assertEqual(self.server.comments[0]["body"], body)

    def test_forks_have_no_token(self):
        self.server.read_only = True
        status, out, _ = self.run_with(pull_request_event("somebody/secant"))
        self.assertEqual(status, 0)
        self.assertIn("fork", out)
        self.assertIn("Changes", (self.folder / "summary.md").read_text())
        # A fork that is gone.
        self.assertEqual(self.run_with(pull_request_event(None))[0], 0)
        # For others that is an error.
        status, _, errors = self.run_with(pull_request_event())
        self.assertEqual(status, 1)
        self.assertIn("403", errors)

    def test_after_another_workflow(self):
        event = {"workflow_run": {"id": 41, "head_sha": "abc", "pull_requests": []}}
        self.assertEqual(self.run_with(event, "workflow_run", "7\n")[:2], (0, "made/0"))
        self.assertIn(f"https://github.com/{REPOSITORY}/actions/runs/41#artifacts", self.server.comments[0]["body"])
        named = {"workflow_run": {"id": 41, "head_sha": "abc", "pull_requests": [{"number": 7}]}}
        self.assertEqual(self.run_with(named, "workflow_run")[1], "updated/0")
        # Of several with the same branch the one that was told, if it is of the commit.
        several = {"workflow_run": {"id": 41, "head_sha": "abc", "pull_requests": [{"number": 8}, {"number": 7}]}}
        self.assertEqual(self.run_with(several, "workflow_run", "7")[1], "updated/0")
        self.assertNotIn(("GET", f"/repos/{REPOSITORY}/pulls/8"), self.server.asked)
        self.assertEqual(self.run_with(several, "workflow_run", "9")[1], "updated/0")
        self.assertEqual(self.run_with(several, "workflow_run")[1], "updated/0")
        # The number of another pull request, and what is none.
        self.server.head_sha = "other"
        status, _, errors = self.run_with(event, "workflow_run", "7")
        self.assertEqual(status, 1)
        self.assertIn("other commits", errors)
        for number in ["", "0", "7/../8", "-7", "7 8", "x"]:
            self.assertEqual(self.run_with(event, "workflow_run", number)[0], 1, number)
        self.assertEqual(len(self.server.comments), 1)

    def test_errors_of_the_server(self):
        self.server.errors = [502, 429]
        self.assertEqual(self.run_with(pull_request_event())[:2], (0, "made/0"))
        self.server.errors = [500] * 3
        status, _, errors = self.run_with(pull_request_event())
        self.assertEqual((status, errors.count("\n")), (1, 0))
        self.assertIn("500", errors)
        # Not followed, and not tried again.
        self.server.asked.clear()
        self.server.errors = [302]
        self.assertEqual(self.run_with(pull_request_event())[0], 1)
        self.assertEqual(len(self.server.asked), 1)
        self.assertEqual(self.run_with(pull_request_event(), url="http://127.0.0.1:1")[0], 1)

    def test_bad_input(self):
        self.assertIn("token", self.run_with(pull_request_event(), token="")[2])
        self.assertIn("401", self.run_with(pull_request_event(), token="wrong")[2])
        self.assertEqual(self.run_with("{", "pull_request")[0], 1)
        self.assertEqual(self.run_with({}, "pull_request")[2], "comment.py: no field 'pull_request'")
        self.assertIn("push", self.run_with({}, "push")[2])
        with mock.patch("test_comment.REPOSITORY", "a/b?c"):
            self.assertIn("no repository", self.run_with(pull_request_event())[2])
        self.assertEqual(self.server.comments, [])

    def test_long_texts_are_cut(self):
        self.text = "a line\n" * 20_000
        self.run_with(pull_request_event())
        body = self.server.comments[0]["body"]
        self.assertLessEqual(len(body), 65_536)
        self.assertIn("a line\n\nCut here: the rest does not fit into a comment.\n", body)
        self.assertTrue(body.endswith("/actions/runs/42#artifacts)\n"))


if __name__ == "__main__":
    unittest.main()
