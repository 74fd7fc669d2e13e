from .square import area as area
