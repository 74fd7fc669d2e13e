"""The example of README.md, as it is there."""

import re
from pathlib import Path

README = Path(__file__).parent.parent / "README.md"
PTX = """.version 8.0
.target sm_80
.address_size 64
.visible .entry double(.param .u64 double_param_0)
{
.reg .b32 %r<3>;
.reg .f32 %f<3>;
.reg .b64 %rd<3>;
ld.param.b64 %rd1, [double_param_0];
mov.u32 %r1, %tid.x;
mad.wide.u32 %rd2, %r1, 4, %rd1;
ld.global.f32 %f1, [%rd2];
add.f32 %f2, %f1, %f1;
st.global.f32 [%rd2], %f2;
ret;
}
"""


def test_example_runs():
    (example,) = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    found = {"PTX": PTX}
    exec(example, found)  # noqa: S102
    assert found["numbers"].tolist() == [2 * each for each in range(32)]
