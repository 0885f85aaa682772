import calendar

from .refresh import refresh_tables


def month_name(number: int) -> str:
    refresh_tables()
    return calendar.month_name[number]
