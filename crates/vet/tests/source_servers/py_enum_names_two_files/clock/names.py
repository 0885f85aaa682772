from enum import Enum


class ToolName(str, Enum):
    NOW = "time_now"
    DIFFERENCE = "time_difference"
    DAYS_UNTIL = "days_until"
