from .repository import Customer, CustomerRepository

__all__ = ["Customer", "CustomerRepository"]
