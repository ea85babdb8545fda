"""Run tasks on a Ray cluster (the extra `cluster`)."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from time import monotonic
from typing import Any, Final

from baumeister.work.calls import RETRIES, Call, Reply, WorkerDied, WorkError, answer, make_call

INSTALL: Final = "pip install 'baumeister[cluster]'"
BATCH: Final = 8
"""Tasks that travel together, so that short ones do not keep the scheduler busier than the cores.
They are lost together, too, when their node dies, and run again."""

COUNT_EVERY: Final = 2.0
"""Seconds after which the cores of the cluster are counted again."""


class RayExecutor(Executor):
    """All cores of a Ray cluster. Ray runs a task again if its worker or its node dies.

    Without an address it uses the cluster that `RAY_ADDRESS` names, the one that runs on this
    machine, or else starts one here. Every node needs the same version of Baumeister.
    """

    batch = BATCH

    def __init__(self, address: str | None = None, *, retries: int = RETRIES) -> None:
        try:
            import ray  # noqa: PLC0415  (an extra)
        except ImportError:
            raise WorkError(f"Ray is not installed: {INSTALL}") from None
        self._ray = ray
        self._joined = not ray.is_initialized()
        if self._joined:
            try:
                ray.init(address, logging_level="warning", log_to_driver=False)
            except ImportError:  # the client of another machine's cluster needs more than Ray
                raise WorkError(f"{address} needs Ray's client: {INSTALL}") from None
            except (ConnectionError, ValueError, RuntimeError) as error:
                raise WorkError(f"no Ray cluster at {address or 'hand'}: {error}") from None
        self._answer = ray.remote(num_cpus=1, max_retries=retries)(answer)
        self._running: dict[Future[Any], Any] = {}
        self._slots = 2
        self._count_again = 0.0

    @property
    def slots(self) -> int:
        """The cores of the nodes that are alive; the cluster may grow and shrink."""
        now = monotonic()
        if now >= self._count_again:
            self._count_again = now + COUNT_EVERY
            alive = [node["Resources"] for node in self._ray.nodes() if node["Alive"]]
            self._slots = max(2, int(sum(each.get("CPU", 0) for each in alive)))
        return self._slots

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        call: Call = make_call(fn, args, kwargs, self._ray.cloudpickle.dumps)
        reference = self._answer.remote(call)
        future: Future[Any] = Future()
        self._running[future] = reference
        reference.future().add_done_callback(lambda ended: self._end(future, ended))
        return future

    def _end(self, future: Future[Any], ended: Future[Reply]) -> None:
        self._running.pop(future, None)
        if not future.set_running_or_notify_cancel():
            return
        try:
            future.set_result(ended.result().result())
        except self._ray.exceptions.RayError as error:
            first = str(error).strip().partition("\n")[0]
            future.set_exception(WorkerDied(f"Ray gave it up: {first}"))
        except BaseException as error:
            future.set_exception(error)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leave the cluster. With `cancel_futures` tasks that are running are stopped, too."""
        running = list(self._running.items())
        for future, reference in running if cancel_futures else ():
            future.cancel()
            self._ray.cancel(reference, force=True)
        if wait and not cancel_futures:
            for _, reference in running:
                self._ray.wait([reference])
        if self._joined:
            self._ray.shutdown()
