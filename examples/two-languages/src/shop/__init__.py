"""A shop."""

from .orders import Order, order_label

__all__ = ["Order", "order_label"]
