from decimal import ROUND_HALF_EVEN, Decimal


def round_amount(amount: str, places: int = 2) -> str:
    """Round an amount of money as banks do."""
    return str(Decimal(amount).quantize(Decimal(10) ** -places, rounding=ROUND_HALF_EVEN))
