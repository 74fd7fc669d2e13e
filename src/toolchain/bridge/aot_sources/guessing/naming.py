"""What the names of parameters say by custom."""

import re

FLAG = re.compile(r"^(is|has|have|use|enable|do|store|save|allow|even|need|with|return|reverse|causal|apply|skip|write|load|output|inplace)(_|$)|^(is|has|use)[A-Z]", re.I)
INDEX = re.compile(r"idx|ind(ex|ices|s)?(_|$)|indptr|offsets?(_|$)|len(s|gths?)?(_|$)|labels?(_|$)|slots?(_|$)|(block|page|req|slot|loc)_?tables?(_|$)|cu_|token_ids|positions?(_|$)|counts?(_|$)|locks?(_|$)|_map(_|$)|topk_ids", re.I)
MASK = re.compile(r"(^|_)mask(s|_ptr|_pointer|$)", re.I)
REAL = re.compile(r"eps|scale|alpha|beta|theta|lr|decay|momentum|drop|(^|_)p(_val)?$|prob|rate|slope|smoothing|temperature|log2e|inv_|_inv|factor|limit|softcap|std|mean", re.I)
TENSOR = re.compile(r"^([XYWBQKVOACZG]|[dD][XYWBQKVO]|(d?(q|k|v|o|x|y|w|b|out|output|input|weight|bias|src|dst|do)))$")
SIZE = re.compile(r"^[A-Z]$|size|dim|len|cols?$|rows?$|hidden|features|width|height|_n$|^n_", re.I)


def looks_like_pointer(name: str) -> bool:
    low = name.lower()
    return low.endswith(("_ptr", "_pointer", "ptr", "_ptrs")) or low.startswith("ptr_")
