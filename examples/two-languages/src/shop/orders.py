"""The orders of the shop."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Order:
    """One order."""

    number: int
    title: str


def order_label(order: Order, *, prefix: str = "#") -> str:
    """The text that identifies an order."""
    return f"{prefix}{order.number} {order.title}"
