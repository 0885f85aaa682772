from enum import Enum


class SortKey(str, Enum):
    DUE = "due_on"
    AMOUNT = "amount"
    CUSTOMER = "customer_name"


class Direction(str, Enum):
    UP = "ASC"
    DOWN = "DESC"
