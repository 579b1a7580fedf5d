"""Arguments of any kind into what the core takes, or ``ValueError`` with the reason."""

from __future__ import annotations

import os
from typing import Any, Optional, Union

import numpy as np

PathLike = Union[str, "os.PathLike[str]"]


def kind_of(value: Any) -> str:
    return f"an object of type {type(value).__module__}.{type(value).__qualname__}"


def as_array(values: Any, what: str) -> np.ndarray:
    """A NumPy array, from a torch tensor on any device too; without a copy where it can be."""
    if hasattr(values, "detach"):
        values = values.detach().cpu()
    try:
        array = np.asarray(values)
    except Exception as error:
        raise ValueError(f"{what} cannot be read as an array: {error}") from error
    if array.dtype == object:
        raise ValueError(f"{what} must hold numbers, not objects")
    return array


def to_int(value: Any, what: str, *, low: int = 0, high: int = 2**63 - 1) -> int:
    """A whole number within bounds, or ``ValueError``."""
    try:
        number = value.__index__()
    except Exception:
        raise ValueError(f"{what} must be a whole number, not {value!r}") from None
    if not low <= number <= high:
        raise ValueError(f"{what} must lie between {low} and {high}, not {number}")
    return number


def to_seconds(value: Any) -> Optional[float]:
    """A time limit, or ``ValueError``."""
    try:
        return None if value is None else float(value)
    except (TypeError, ValueError):
        raise ValueError(f"time_limit must be a number of seconds, not {value!r}") from None
