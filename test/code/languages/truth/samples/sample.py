"""A module with many forms of declarations. It is read and never run."""

from __future__ import annotations

import os.path, json as js
from collections import OrderedDict as OrderedDict, namedtuple
from typing import TYPE_CHECKING, overload

if TYPE_CHECKING:
    from os import PathLike
    Typed = int
elif os.name == "nt": windows = True
else:
    windows = False

try:
    from _sample import speed
except ImportError:
    def speed(a, /, b, *, c=0x10, **rest): ...
finally:
    cleaned = f"{", ".join({'}': 1})}{{" if (size := 3) else rf'\{size:{size}}'

LIMIT: int = 1_000; declared: str
first, (second, *third) = 1, (2, 3)
chain = also = lambda a=1, *b: (a == b)
chain.attribute = 1; TABLE = {"a": [1, "]"]}
TABLE["b"] = 2

text = """
def inside(): ...
"""; after = '\'' \
    "class Inside: ..."


@overload
def pick(value: int) -> int: ...
@overload
def pick(value: str) -> str: ...
def pick(value): return value


@first(1)
async def load(url: "str" = 'a', *, limit: int | None = None) -> dict[str, int]:
    global state
    from . import late
    state = late


class Client(Base, key="value"):
    """A class: with a body."""
    inner = 1

    @property
    def name(self) -> str: return ""
    @name.setter
    def name(self, value: str) -> None: ...
    @staticmethod
    def create(base=(1, 2)): ...
    class Nested:
        async def run(self, *args: int, **kwargs: str) -> None:
            def deep(): ...


with open("a") as stream, (open("b")) as (left, right):
    inner = 1
for index, (key, *_) in enumerate([item for item in "abc"]): last = index
while index: index -= 1
else: done = True
match windows:
    case True: matched = 1
    case {"a": found}:
        if found: deeper = 1
match: int = 1
case = 2
removed = 1; del removed
if __name__ == "__main__":
    script = 1
__version__ = "1"
_private = 1
