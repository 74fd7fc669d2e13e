"""Runs tasks in processes that may crash or hang without harm to the others."""

import json
import os
import queue
import select
import subprocess
import threading
import time


class Worker:
    """A process that reads the name of a task on each line, and answers with lines of JSON."""

    def __init__(self, command: list):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
        self.errors = b""
        threading.Thread(target=self._read_errors, daemon=True).start()
        self.rest = b""

    def _read_errors(self) -> None:
        for line in self.process.stderr:
            self.errors = (self.errors + line)[-2000:]

    def send(self, task: str) -> None:
        self.process.stdin.write(task.encode() + b"\n")
        self.process.stdin.flush()

    def answer(self, limit: float):
        """The next line; None after the limit, and EOFError if the process has ended."""
        end = time.monotonic() + limit
        while b"\n" not in self.rest:
            left = end - time.monotonic()
            if left <= 0 or not select.select([self.process.stdout], [], [], left)[0]:
                return None
            data = os.read(self.process.stdout.fileno(), 65536)
            if not data:
                raise EOFError(self.errors.decode(errors="replace").strip()[-300:])
            self.rest += data
        line, self.rest = self.rest.split(b"\n", 1)
        return json.loads(line)

    def end(self) -> None:
        self.process.kill()
        try:
            self.process.wait(60)
        except subprocess.TimeoutExpired:
            pass  # the driver holds it: it is left behind


def run(command: list, tasks: list, count: int, limits: dict, log, deadline: float) -> dict:
    """Returns the last answer to each task. `limits` are seconds until a process is ready, until a task is loaded, until it is done.

    No task is started after `deadline`, of `time.monotonic`.
    """
    waiting, results, lock = queue.Queue(), {}, threading.Lock()
    for task in tasks:
        waiting.put(task)

    def record(task: str, result: dict) -> None:
        with lock:
            results[task] = result
            log(task, result, len(results))

    def one() -> None:
        worker, broken = None, 0
        while True:
            try:
                task = waiting.get_nowait()
            except queue.Empty:
                break
            if time.monotonic() > deadline:
                break
            phase = "ready"
            try:
                if worker is None:
                    worker = Worker(command)
                    if worker.answer(limits["ready"]) is None:
                        raise TimeoutError
                broken, phase = 0, "load"
                worker.send(task)
                while True:
                    result = worker.answer(limits[phase])
                    if result is None:
                        raise TimeoutError
                    if result.get("outcome") != "loaded":
                        break
                    phase = "run"
                record(task, result)
                if result.get("last"):
                    worker.end()
                    worker = None
            except (TimeoutError, EOFError, OSError) as error:
                worker.end()
                worker = None
                if phase == "ready":
                    broken += 1
                    if broken < 4:
                        waiting.put(task)
                        continue
                    record(task, {"outcome": "not run", "detail": f"no worker: {error}"})
                    break
                if phase == "load":
                    record(task, {"outcome": "not loaded", "detail": str(error)})
                else:
                    record(task, {"outcome": "hang" if isinstance(error, TimeoutError) else "error", "detail": str(error)})
        if worker is not None:
            worker.end()

    threads = [threading.Thread(target=one) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results
