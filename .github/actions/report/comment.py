#!/usr/bin/env python3
"""Posts a text as the comment of a pull request, or updates the one that it posted before.

Runs on GitHub's runners with what they have: Python's standard library, the event in GITHUB_EVENT_PATH, the token of
Actions in GITHUB_TOKEN. The text also goes to the summary of the job. Exit status: 0 posted, or not allowed to post for a
pull request from a fork, whose token may only read; 1 anything else.
"""

import argparse
import json
import os
import re
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

# GitHub refuses longer comments.
LONGEST = 65_536
PER_PAGE = 100
# Who writes with the token that Actions gives.
AUTHOR = "github-actions[bot]"
# More pages than a pull request that people read has.
MOST_PAGES = 100


class Failure(Exception):
    """Why nothing was posted, in a sentence."""


class Refused(Failure):
    """The token may not do it, or there is no such thing."""

    def __init__(self, reason, code):
        super().__init__(reason)
        self.code = code


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirection would take the token elsewhere."""

    def redirect_request(self, *_):
        return None


class Api:
    """GitHub's, of one repository."""

    def __init__(self, url, repository, token, wait=2.0):
        if not re.fullmatch(r"[\w.-]+/[\w.-]+", repository):
            raise Failure(f"GITHUB_REPOSITORY is no repository: {repository!r}")
        if not token:
            raise Failure("there is no token in GITHUB_TOKEN")
        self.root = f"{url.rstrip('/')}/repos/{repository}"
        self.token = token
        self.wait = wait
        self.opener = urllib.request.build_opener(NoRedirect)

    def call(self, method, path, content=None):
        """What the API answers, after three attempts where it is its fault."""
        request = urllib.request.Request(
            self.root + path,
            method=method,
            data=None if content is None else json.dumps(content).encode(),
            headers={
                "Accept": "application/vnd.github+json",
                "Authorization": f"Bearer {self.token}",
                "Content-Type": "application/json",
                "User-Agent": "secant-report",
                "X-GitHub-Api-Version": "2022-11-28",
            },
        )
        reason = ""
        for attempt in range(3):
            if attempt:
                time.sleep(self.wait * attempt)
            try:
                with self.opener.open(request, timeout=30) as answer:
                    return json.load(answer)
            except urllib.error.HTTPError as error:
                error.close()
                reason = f"{method} {path}: {error.code} {error.reason}"
                if error.code in (401, 403, 404):
                    raise Refused(reason, error.code) from error
                if error.code < 500 and error.code != 429:
                    raise Failure(reason) from error
            except (OSError, ValueError) as error:
                reason = f"{method} {path}: {error}"
        raise Failure(reason)

    def comments(self, number):
        """The comments of a pull request, page by page."""
        for page in range(1, MOST_PAGES + 1):
            comments = self.call("GET", f"/issues/{number}/comments?per_page={PER_PAGE}&page={page}")
            yield from comments
            if len(comments) < PER_PAGE:
                return


def pull_request(event, event_name, told, api):
    """The number of the pull request that an event is about, and whether it is from a fork.

    After another workflow the event names no pull request from a fork, and several where several have the branch: the
    number is what that workflow told, which its code could choose, so that it must be of the commit that ran.
    """
    if event_name in ("pull_request", "pull_request_target"):
        pull = event["pull_request"]
        head = (pull["head"].get("repo") or {}).get("full_name")
        return int(pull["number"]), head != pull["base"]["repo"]["full_name"]
    if event_name == "workflow_run":
        run = event["workflow_run"]
        numbers = [int(pull["number"]) for pull in run.get("pull_requests") or []]
        if told is not None and re.fullmatch(r"[1-9][0-9]{0,9}", told.strip(), re.ASCII):
            numbers.insert(0, int(told))
        if not numbers:
            raise Failure("no number of a pull request")
        for number in dict.fromkeys(numbers):
            if is_of_commit(api, number, run["head_sha"]):
                return number, False
        raise Failure(f"pull request {numbers[0]} has other commits than the run: it went on, or the number is not its own")
    raise Failure(f"the event {event_name} has no pull request")


def is_of_commit(api, number, commit):
    """Whether a pull request, if it is one, is at this commit."""
    try:
        return api.call("GET", f"/pulls/{number}")["head"]["sha"] == commit
    except Refused as error:
        if error.code == 404:
            return False
        raise


def link(event, event_name):
    """Where the pages are: at the run that measured."""
    run = event["workflow_run"]["id"] if event_name == "workflow_run" else os.environ.get("GITHUB_RUN_ID", "")
    server, repository = os.environ.get("GITHUB_SERVER_URL", ""), os.environ.get("GITHUB_REPOSITORY", "")
    if not re.fullmatch(r"[0-9]+", str(run)) or not server.startswith("https://"):
        return ""
    return f"\n[Pages with charts, and the data]({server}/{repository}/actions/runs/{run}#artifacts)\n"


def with_marker(name, text, end):
    """The comment: marked so that it is found again, and short enough."""
    marker = f"<!-- secant-report: {re.sub(r'[^A-Za-z0-9 ._-]', '', name)} -->"
    body = f"{marker}\n{text}{end}"
    if len(body) > LONGEST:
        end = f"\n\nCut here: the rest does not fit into a comment.\n{end}"
        body = body[: LONGEST - len(end)].rsplit("\n", 1)[0] + end
    return marker, body


def is_of(comment, author):
    """Whether an account wrote a comment. One whose name ends in [bot] is that of an app, which people cannot take."""
    user = comment.get("user") or {}
    return user.get("login") == author and (user.get("type") == "Bot") == author.endswith("[bot]")


def post(api, number, name, text, end="", author=AUTHOR):
    """Updates the comment with this name that the author wrote, or makes it. The address of it."""
    marker, body = with_marker(name, text, end)
    for comment in api.comments(number):
        # Somebody else's is left alone, also where the token may write to it: the marker can be copied.
        if (comment.get("body") or "").startswith(marker) and is_of(comment, author):
            return api.call("PATCH", f"/issues/comments/{comment['id']}", {"body": body})["html_url"]
    return api.call("POST", f"/issues/{number}/comments", {"body": body})["html_url"]


def summarize(text):
    """Writes to the summary of the job, if there is one."""
    path = os.environ.get("GITHUB_STEP_SUMMARY")
    if path:
        with open(path, "a", encoding="utf-8") as file:
            file.write(text + "\n")


def run(arguments, wait=2.0):
    text = Path(arguments.body).read_text(encoding="utf-8")
    summarize(text)
    event = json.loads(Path(os.environ["GITHUB_EVENT_PATH"]).read_text(encoding="utf-8"))
    url = os.environ.get("GITHUB_API_URL", "https://api.github.com")
    api = Api(url, os.environ.get("GITHUB_REPOSITORY", ""), os.environ.get("GITHUB_TOKEN", ""), wait)
    told = Path(arguments.number).read_text(encoding="utf-8") if arguments.number else None
    event_name = os.environ.get("GITHUB_EVENT_NAME", "")
    number, fork = pull_request(event, event_name, told, api)
    try:
        return post(api, number, arguments.name, text, link(event, event_name), arguments.author)
    except Refused as error:
        if fork:
            return f"not posted, since the token of a pull request from a fork may only read ({error}): see the summary"
        raise


def main(argv=None, wait=2.0):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--body", required=True, help="the file with the text, in markdown")
    parser.add_argument("--name", default="report", help="tells comments of several reports apart")
    parser.add_argument("--number", help="a file with the number of the pull request, after another workflow")
    parser.add_argument("--author", default=AUTHOR, help="the account of the token; %(default)s if left out")
    arguments = parser.parse_args(argv)
    try:
        print(run(arguments, wait))
        return 0
    except (Failure, OSError, KeyError, TypeError, ValueError) as error:
        reason = f"no field {error}" if isinstance(error, KeyError) else error
        print(f"comment.py: {reason}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
