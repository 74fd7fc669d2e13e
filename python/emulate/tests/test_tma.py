"""Copies with tensor maps, against their definition element by element."""

import itertools
import struct
import unittest

import numpy as np
from aot_emulate.fault import Fault, Misaligned, OutOfBounds, Race, Unsupported

from emulate import BASE, run

SHARED = ".extern .shared .align 128 .b8 smem[];"
TYPES = {"float16": 6, "float32": 7, "uint8": 0, "int32": 3, "uint32": 2, "int64": 5, "uint64": 4}
BARRIER = 16384

# %rd0 is the tensor, %rd1 the tensor map, %rd2 what the kernel writes. Thread 0 issues.
START = f"""
mov.u32 %r1, %tid.x;
mov.b32 %r2, smem;
add.s32 %r3, %r2, {BARRIER};
setp.eq.u32 %p1, %r1, 0;
@%p1 mbarrier.init.shared::cta.b64 [%r3], 1;
bar.sync 0;
"""
WAIT = """
wait: mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r3], 0;
@!%p2 bra wait;
"""
# Each thread copies words of shared memory to the output, or the other way.
COPY = """
mov.b32 %r10, %r1;
copy: setp.ge.u32 %p3, %r10, {words};
@%p3 bra copied;
shl.b32 %r11, %r10, 2;
add.s32 %r12, %r2, %r11;
cvt.u64.u32 %rd10, %r11;
add.s64 %rd11, %rd2, %rd10;
{body}
add.s32 %r10, %r10, 32;
bra.uni copy;
copied: fence.proxy.async.shared::cta;
bar.sync 0;
"""
OUT = "ld.shared.b32 %r13, [%r12];\nst.global.b32 [%rd11], %r13;\n"
IN = "ld.global.b32 %r13, [%rd11];\nst.shared.b32 [%r12], %r13;\n"


def encode(array, box, swizzle=0, fill=0, address=BASE, strides=None, steps=None, kind=None) -> np.ndarray:
    """A tensor map in the driver's format; the first array of a test is at BASE."""
    rank = array.ndim

    def axes(values, count, absent=0):
        return [*values, *(absent,) * (count - len(values))]

    fields = [TYPES[array.dtype.name] if kind is None else kind, rank - 1, 0, swizzle, 0, fill]
    head = struct.pack("<4s6B5Bx5H6xQ", b"AOTM", *fields, *axes(steps or [1] * rank, 5), *axes(box[::-1], 5), address)
    tail = struct.pack("<5Q4Q", *axes(array.shape[::-1], 5), *axes((strides or array.strides)[::-1][1:], 4))
    return np.frombuffer((head + tail).ljust(128, b"\0"), np.uint8).copy()


def place(at: int, swizzle: int) -> int:
    """Where a byte is: the unit of 16 bytes in its line of 128 is exchanged by the number of the line."""
    line, unit, byte = at // 128, at // 16 % 8, at % 16
    return line * 128 + (unit ^ line % (1 << swizzle)) * 16 + byte


def image(array, coordinates, box, swizzle=0, outside=0, steps=None) -> np.ndarray:
    """Shared memory after a load of a box at coordinates (outermost first)."""
    steps = steps or [1] * array.ndim
    shared = np.zeros(BARRIER, np.uint8)
    counts = [-(-size // step) for size, step in zip(box, steps)]
    for number, index in enumerate(itertools.product(*map(range, counts))):
        where = tuple(start + each * step for start, each, step in zip(coordinates, index, steps))
        inside = all(0 <= each < size for each, size in zip(where, array.shape))
        element = np.array([array[where] if inside else outside], array.dtype)
        for byte, value in enumerate(element.tobytes()):
            shared[place(number * array.itemsize + byte, swizzle)] = value
    return shared


def load(array, coordinates, box, swizzle=0, mode="", wait=WAIT, tensor=None, **more) -> np.ndarray:
    """What shared memory holds after a copy to it; coordinates are those of PTX."""
    rank = array.ndim
    steps = more.get("steps") or [1] * rank
    size = (
        int(np.prod([-(-side // step) for side, step in zip(box[::-1], steps)])) * array.itemsize * (4 if mode else 1)
    )
    numbers = "".join(f"mov.b32 %r{20 + index}, {value};\n" for index, value in enumerate(coordinates))
    names = ", ".join(f"%r{20 + index}" for index in range(len(coordinates)))
    out = np.zeros(size // 4, np.uint32)
    run(
        START
        + numbers
        + f"""@%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r3], {size};
        @%p1 cp.async.bulk.tensor.{rank}d{mode}.shared::cta.global.mbarrier::complete_tx::bytes [%r2], [%rd1, {{{names}}}], [%r3];
        """
        + wait
        + COPY.format(words=size // 4, body=OUT),
        [array, encode(array if tensor is None else tensor, box, swizzle, **more), out],
        before=SHARED,
        shared=BARRIER + 8,
    )
    return out.view(np.uint8)


def store(
    array,
    data,
    coordinates,
    box,
    swizzle=0,
    mode="",
    before="",
    after="",
    name="cp",
    reduce="",
    wait="",
    tensor=None,
    **more,
) -> None:
    """Copies `data`, which is what shared memory holds, to the array, or to a tensor that is a view of it."""
    names = ", ".join(f"%r{20 + index}" for index in range(len(coordinates)))
    run(
        START
        + "".join(f"mov.b32 %r{20 + index}, {value};\n" for index, value in enumerate(coordinates))
        + COPY.format(words=data.nbytes // 4, body=IN)
        + before
        + f"@%p1 {name}.async.bulk.tensor.{array.ndim}d{mode}.global.shared::cta{reduce}.bulk_group [%rd1, {{{names}}}], [%r2];\n"
        + "@%p1 cp.async.bulk.commit_group;\n"
        + after
        + wait,
        [array, encode(array if tensor is None else tensor, box, swizzle, **more), data],
        before=SHARED,
        shared=BARRIER + 8,
    )


def numbered(shape, kind) -> np.ndarray:
    return (np.arange(np.prod(shape)) % 251 + 1).astype(kind).reshape(shape)


class Load(unittest.TestCase):
    def check(self, array, coordinates, box, swizzle=0, **more):
        size = int(np.prod(box)) * array.itemsize
        got = load(array, coordinates[::-1], box, swizzle, **more)
        np.testing.assert_array_equal(got, image(array, coordinates, box, swizzle)[:size])

    def test_swizzles(self):
        for swizzle, columns in ((0, 16), (0, 40), (1, 8), (2, 16), (3, 32)):
            with self.subTest(swizzle=swizzle, columns=columns):
                self.check(numbered((24, 64), np.float32), (3, 4), (16, columns), swizzle)
                self.check(numbered((24, 128), np.float16), (3, 8), (16, columns * 2), swizzle)

    def test_outside_of_the_tensor(self):
        for corner in ((-3, -4), (20, 60), (-3, 60), (30, 0), (0, 64), (0, -200)):
            with self.subTest(corner=corner):
                self.check(numbered((24, 64), np.float32), corner, (8, 32), 3)

    def test_axes(self):
        self.check(numbered((64,), np.float16), (40,), (32,))
        self.check(numbered((3, 5, 16), np.float32), (1, 3, 4), (2, 4, 8), 1)
        self.check(numbered((2, 3, 5, 16), np.float32), (0, 1, 3, 4), (2, 2, 4, 8), 1)
        self.check(numbered((2, 2, 3, 5, 32), np.uint8), (1, 0, 1, 3, -16), (2, 1, 2, 4, 32))

    def test_fills_with_nan(self):
        got = load(numbered((4, 32), np.float32), (16, 0), (4, 32), 3, fill=1).view(np.float32)
        self.assertEqual(np.isnan(got).sum(), 4 * 16)

    def test_element_strides(self):
        array = numbered((24, 16), np.float32)
        got = load(array, (0, 2), (8, 16), steps=[1, 3])
        np.testing.assert_array_equal(got, image(array, (2, 0), (8, 16), steps=[3, 1])[: 3 * 64])

    def test_four_rows(self):
        array = numbered((24, 64), np.float32)
        got = load(array, (8, 5, 23, 30, 0), (1, 32), 3, mode=".tile::gather4")
        rows = np.zeros((4, 32), np.float32)
        for index, row in enumerate((5, 23, None, 0)):
            if row is not None:
                rows[index] = array[row, 8:40]
        np.testing.assert_array_equal(got, image(rows, (0, 0), (4, 32), 3)[:512])

    def test_without_a_wait(self):
        with self.assertRaisesRegex(Fault, "before a wait for the copy that writes it"):
            load(numbered((8, 32), np.float32), (0, 0), (8, 32), wait="")

    def test_a_tensor_larger_than_its_memory(self):
        array = numbered((8, 32), np.float32)
        with self.assertRaisesRegex(Fault, r"copies 128 bytes at element 256 of a, which has 256 elements"):
            load(array, (0, 0), (8, 32), address=BASE + 128)
        with self.assertRaisesRegex(Fault, "of a, which has 256 elements"):
            load(array, (0, 0), (8, 32), strides=(256, 4))

    def test_maps_that_hardware_refuses(self):
        array = numbered((8, 32), np.float32)
        for text, more in (
            ("an address that is not a multiple of 16", {"address": BASE + 4}),
            ("a stride that is not a multiple of 16", {"strides": (72, 4)}),
            ("rows of 256 bytes, which the swizzle mode does not allow", {"box": (8, 64), "swizzle": 3}),
        ):
            with self.subTest(text), self.assertRaisesRegex(Fault, text):
                load(array, (0, 0), more.pop("box", (8, 32)), **more)
        with self.assertRaises(Unsupported):
            load(array, (0, 0), (8, 32), kind=13)

    def test_no_map(self):
        with self.assertRaisesRegex(Fault, "holds no tensor map"):
            run(
                START
                + "cp.async.bulk.tensor.1d.shared::cta.global.mbarrier::complete_tx::bytes [%r2], [%rd0, {%r1}], [%r3];",
                [np.zeros(128, np.uint8)],
                before=SHARED,
                shared=BARRIER + 8,
            )


# The examples of section 5.5.4 of the PTX manual: width, height, lower and upper corner, traversal stride, coordinates W, H and N, offset
# on both axes, pixels, and channels.
EXAMPLES = (
    (9, 14, -1, -1, 1, (4, 7, 7), 0, 64, 8),
    (9, 14, 0, -2, 1, (4, 7, 7), 2, 64, 8),
    (8, 14, -1, -1, 2, (5, 7, 7), 1, 32, 16),
)


def encode_im2col(array, pixels, channels, lower, upper, step=1, **more) -> np.ndarray:
    """As `encode`, of a tensor N, H, W, C; the corners are those of both axes."""
    data = encode(array, (1, 1, pixels, channels), steps=[1, step, step, 1], **more).tobytes()
    return np.frombuffer(data[:112] + struct.pack("<6hB3x", lower, lower, 0, upper, upper, 0, 1), np.uint8).copy()


def column(array, lower, upper, step, start, offset, pixels, channels, first) -> np.ndarray:
    """The pixels of a column, by the definition: all places of the bounding boxes of the images in order, from the first one on."""
    count, height, width, _ = array.shape
    heights, widths = (range(lower, size + upper, step) for size in (height, width))
    places = list(itertools.product(range(start[2], count + 40), heights, widths))
    places = places[places.index(start[::-1]) :][:pixels]
    found = np.zeros((pixels, channels), array.dtype)
    for row, (image, y, x) in zip(found, places):
        if image < count and 0 <= y + offset < height and 0 <= x + offset < width:
            own = array[image, y + offset, x + offset, first : first + channels]
            row[: len(own)] = own
    return found


class Im2col(unittest.TestCase):
    def load(self, array, map_, start, offset, pixels, channels, first=0, mode=".im2col", offsets=2) -> np.ndarray:
        size = pixels * channels * array.itemsize
        numbers = "".join(f"mov.b32 %r{20 + index}, {each};\n" for index, each in enumerate((first, *start)))
        out = np.zeros(size // 4, np.uint32)
        where = ", {" + ", ".join(["%rs1"] * offsets) + "}" if offsets else ""
        run(
            START
            + numbers
            + f"""mov.b16 %rs1, {offset};
            @%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r3], {size};
            @%p1 cp.async.bulk.tensor.4d.shared::cta.global{mode}.mbarrier::complete_tx::bytes [%r2], [%rd1, {{%r20, %r21, %r22, %r23}}], [%r3]{where};
            """
            + WAIT
            + COPY.format(words=size // 4, body=OUT),
            [array, map_, out],
            before=SHARED,
            shared=BARRIER + 8,
        )
        return out.view(np.uint8)

    def test_the_examples_of_the_manual(self):
        for width, height, lower, upper, step, start, offset, pixels, channels in EXAMPLES:
            # In the middle of a batch; and in its last image, from where there are fewer channels than a pixel has.
            for images, first, swizzle in ((9, 0, 0), (8, 64 - channels // 2, int(channels == 16))):
                with self.subTest(lower=lower, step=step, images=images):
                    array = numbered((images, height, width, 64), np.float16)
                    map_ = encode_im2col(array, pixels, channels, lower, upper, step, swizzle=swizzle)
                    got = self.load(array, map_, start, offset, pixels, channels, first)
                    wanted = column(array, lower, upper, step, start, offset, pixels, channels, first)
                    np.testing.assert_array_equal(got, image(wanted, (0, 0), wanted.shape, swizzle)[: wanted.nbytes])

    def test_by_hand(self):
        """Pixels of 2 images of 2 x 3, and a halo of 1: 3 in a line, from -1 to 1, and 2 lines, from -1 to 0."""
        array = numbered((2, 2, 3, 4), np.float32)
        map_ = encode_im2col(array, 8, 4, -1, -1)
        got = self.load(array, map_, (1, -1, 0), 1, 8, 4).view(np.float32).reshape(8, 4)
        # Moved by 1 each: x = 2 of line 0, then line 1; then the second image; and what is in no image is 0.
        wanted = [array[0, 0, 2], *array[0, 1], *array[1, 0], array[1, 1, 0]]
        np.testing.assert_array_equal(got, wanted)

    def test_maps_and_modes_that_differ(self):
        array = numbered((2, 4, 4, 8), np.float32)
        with self.assertRaisesRegex(Fault, "in im2col mode with a tensor map that is not for this mode"):
            self.load(array, encode(array, (1, 1, 8, 8)), (0, 0, 0), 0, 8, 8)
        with self.assertRaisesRegex(Fault, "with a tensor map that is for im2col mode"):
            self.load(array, encode_im2col(array, 8, 8, 0, 0), (0, 0, 0), 0, 8, 8, mode="", offsets=0)
        with self.assertRaisesRegex(Fault, r"from \[4, 0\] on, outside the bounding box \[0, 0\] to \[3, 3\]"):
            self.load(array, encode_im2col(array, 8, 8, 0, 0), (4, 0, 0), 0, 8, 8)

    def test_maps_that_the_driver_refuses(self):
        array = numbered((2, 4, 4, 8), np.float32)
        for text, map_ in (
            ("a column that is not of 1 to 1024 pixels", encode_im2col(array, 1025, 8, 0, 0)),
            ("corners that are not from -128 to 127", encode_im2col(array, 8, 8, -129, 0)),
        ):
            with self.subTest(text), self.assertRaisesRegex(Fault, text):
                self.load(array, map_, (0, 0, 0), 0, 8, 8)

    def test_only_the_width(self):
        array = numbered((2, 4, 4, 8), np.float32)
        with self.assertRaisesRegex(Unsupported, "im2col::w"):
            self.load(array, encode_im2col(array, 8, 8, 0, 0), (0, 0, 0), 0, 8, 8, mode=".im2col::w")


class Multicast(unittest.TestCase):
    """One block of a cluster of 4 copies to several: section 9.7.9.27.1.2."""

    def copy(self, blocks: int, pairs: str, waits: list[int], barrier: str = "") -> np.ndarray:
        """What is in the memory of each block. Blocks wait for their own mbarrier for as many copies as `waits` says, and then all meet."""
        array, out = numbered((8, 16), np.int32), np.zeros((4, 128), np.uint32)
        sizes = "".join(
            f"setp.eq.u32 %p4, %r5, {rank};\n@%p4 mov.b32 %r6, {512 * count};\n" for rank, count in enumerate(waits)
        )
        run(
            START
            + f"""mov.u32 %r5, %cluster_ctarank;
            setp.eq.u32 %p6, %r5, 1;
            and.pred %p6, %p6, %p1;
            {sizes}
            @%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r3], %r6;
            fence.mbarrier_init.release.cluster;
            barrier.cluster.arrive.aligned;
            barrier.cluster.wait.aligned;
            mov.b32 %r20, 0;
            mov.b16 %rs1, {blocks};
            mov.b32 %r7, %r3;
            {barrier}
            @%p6 cp.async.bulk.tensor.2d{pairs}.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%r2], [%rd1, {{%r20, %r20}}], [%r7], %rs1;
            {WAIT}
            barrier.cluster.arrive.aligned;
            barrier.cluster.wait.aligned;
            mul.wide.u32 %rd12, %r5, 512;
            add.s64 %rd2, %rd2, %rd12;
            shr.u32 %r8, {blocks}, %r5;
            and.b32 %r8, %r8, 1;
            setp.eq.u32 %p5, %r8, 0;
            @%p5 ret;
            """
            + COPY.format(words=128, body=OUT),
            [array, encode(array, (8, 16)), out],
            before=SHARED,
            shared=BARRIER + 8,
            grid=(4, 1, 1),
            cluster=(4, 1, 1),
        )
        wanted = [array.reshape(-1) if blocks >> rank & 1 else np.zeros(128) for rank in range(4)]
        np.testing.assert_array_equal(out, wanted)

    def test_each_block_is_signalled(self):
        for blocks in (0b0100, 0b1011, 0b1111):
            with self.subTest(blocks=blocks):
                self.copy(blocks, "", [blocks >> rank & 1 for rank in range(4)])

    def test_one_of_each_pair_is_signalled(self):
        """Block 1 issues. Its own mbarrier is in an odd block; with bit 24 of the address cleared, it is in the even one."""
        self.copy(0b1011, ".cta_group::2", [0, 2, 0, 1])
        self.copy(0b1011, ".cta_group::2", [2, 0, 1, 0], "and.b32 %r7, %r3, -16777217;")

    def test_blocks_that_there_are_not(self):
        with self.assertRaisesRegex(Fault, "copies to blocks 0x10 of a cluster that has 4"):
            self.copy(0b10000, "", [0, 0, 0, 0])


class Store(unittest.TestCase):
    def test_swizzles_and_edges(self):
        for swizzle, columns in ((0, 24), (1, 8), (2, 16), (3, 32)):
            for corner in ((0, 0), (20, 60), (3, 4)):
                with self.subTest(swizzle=swizzle, corner=corner):
                    tile = numbered((8, columns), np.float32)
                    array, wanted = np.zeros((24, 64), np.float32), np.zeros((24, 64), np.float32)
                    for row, column in itertools.product(range(8), range(columns)):
                        if 0 <= corner[0] + row < 24 and 0 <= corner[1] + column < 64:
                            wanted[corner[0] + row, corner[1] + column] = tile[row, column]
                    data = image(tile, (0, 0), (8, columns), swizzle)[: tile.nbytes].copy()
                    store(array, data, corner[::-1], (8, columns), swizzle)
                    np.testing.assert_array_equal(array, wanted)

    def test_where_a_box_cannot_begin(self):
        """As measured on an H200: every row is an illegal instruction there, and right 16 bytes further on."""
        tile = numbered((8, 32), np.float16)
        for column, row, kind, says in (
            (-8, 0, OutOfBounds, r"coordinates \[0, -8\] on: TMA stores no box that begins before its tensor"),
            (0, -1, OutOfBounds, r"coordinates \[-1, 0\] on"),
            (7, 0, Misaligned, "last coordinate 7 on, which is 14 bytes behind the start of a row"),
            (-1, 0, Misaligned, "last coordinate -1 on"),
            (100, 0, Misaligned, "last coordinate 100 on"),
        ):
            array, data = np.zeros((24, 64), np.float16), tile.view(np.uint8).reshape(-1).copy()
            with self.subTest(column=column, row=row):
                with self.assertRaisesRegex(kind, says):
                    store(array, data, (column, row), (8, 32))
                with self.assertRaisesRegex(kind, says):
                    store(array, data, (column, row), (8, 32), name="cp.reduce", reduce=".add")
                if kind is Misaligned:
                    with self.assertRaisesRegex(kind, says):
                        load(array, (column, row), (8, 32))
                    with self.assertRaisesRegex(kind, says):
                        load(array, (column, 0, 1, 2, 3), (1, 32), mode=".tile::gather4")

    def test_writes_whole_units(self):
        """The figures that Triton issue #11583 has of an H100: the first column after the tensor that is not written."""
        for kind, columns, first in (
            (np.uint8, 466, 480),
            (np.uint8, 464, 464),
            (np.float16, 470, 472),
            (np.int32, 466, 468),
            (np.int32, 468, 468),
        ):
            with self.subTest(kind=kind, columns=columns):
                array, tile = np.full((8, 512), 7, kind), numbered((8, 64), kind)
                at = columns // 16 * 16 - 32
                view = array[:, :columns]
                data = tile.view(np.uint8).reshape(-1).copy()
                store(array, data, (at, 0), (8, 64), tensor=view)
                wanted = np.full((8, 512), 7, kind)
                wanted[:, at:first] = tile[:, : first - at]
                np.testing.assert_array_equal(array, wanted)

    def test_a_unit_ends_after_the_tensor(self):
        array, data = np.zeros(601, np.float32), numbered((64,), np.float32).view(np.uint8)
        text = "writes 12 bytes at element 601 of a, which has 601 elements .*, because stores of TMA write whole units of 16 bytes"
        with self.assertRaisesRegex(Fault, text):
            store(array, data.copy(), (576,), (64,))
        self.assertEqual(np.count_nonzero(array), 0)

    def test_reductions_write_whole_units(self):
        array, tile = np.full((8, 16), 7, np.int32), numbered((8, 16), np.int32)
        store(
            array,
            tile.view(np.uint8).reshape(-1).copy(),
            (0, 0),
            (8, 16),
            name="cp.reduce",
            reduce=".add",
            tensor=array[:, :13],
        )
        np.testing.assert_array_equal(array, 7 + tile)

    def test_loads_end_with_the_tensor(self):
        array = numbered((8, 16), np.int32)
        got = load(array, (0, 0), (8, 16), tensor=array[:, :13]).view(np.int32).reshape(8, 16)
        np.testing.assert_array_equal(got, np.where(np.arange(16) < 13, array, 0))

    def test_reductions(self):
        for operation, compute in (("add", np.add), ("min", np.minimum), ("max", np.maximum), ("xor", np.bitwise_xor)):
            for kind in (np.uint32, np.int32, np.uint64):
                array, tile = numbered((8, 16), kind), (numbered((8, 16), kind) * 7 % 100).astype(kind)
                wanted = compute(array, tile)
                store(
                    array,
                    tile.view(np.uint8).reshape(-1).copy(),
                    (0, 0),
                    (8, 16),
                    name="cp.reduce",
                    reduce=f".{operation}",
                )
                np.testing.assert_array_equal(array, wanted)

    def test_scatters_four_rows(self):
        array, tile = np.zeros((24, 64), np.float32), numbered((4, 32), np.float32)
        store(array, tile.view(np.uint8).reshape(-1).copy(), (8, 5, 23, 30, 0), (1, 32), mode=".tile::scatter4")
        wanted = np.zeros((24, 64), np.float32)
        wanted[[5, 23, 0], 8:40] = tile[[0, 1, 3]]
        np.testing.assert_array_equal(array, wanted)

    def test_source_overwritten_before_the_wait(self):
        data = numbered((8, 32), np.float32).view(np.uint8).reshape(-1)
        overwrite, wait = "@%p1 st.shared.b32 [%r2], 5;\n", "@%p1 cp.async.bulk.wait_group.read 0;\n"
        with self.assertRaisesRegex(Fault, "overwritten since the copy was issued"):
            store(np.zeros((8, 32), np.float32), data.copy(), (0, 0), (8, 32), after=overwrite, wait=wait)
        array = np.zeros((8, 32), np.float32)
        store(array, data.copy(), (0, 0), (8, 32), after=wait, wait=overwrite)
        np.testing.assert_array_equal(array, numbered((8, 32), np.float32))

    def test_read_before_it_has_written(self):
        """A wait with `.read` is only for shared memory. Triton's test_make_tensor_descriptor_loop_carried stores, and loads that."""
        data = numbered((8, 32), np.float32).view(np.uint8).reshape(-1)
        zeros, same = np.zeros((8, 32), np.float32), data.view(np.float32).reshape(8, 32)
        wait = "@%p1 cp.async.bulk.wait_group{} 0;\nbar.sync 0;\n"
        size = f"@%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r3], 1024;\nadd.s32 %r4, %r2, {BARRIER // 2};\n"
        copy = "@%p1 cp.async.bulk.tensor.2d.shared::cta.global.mbarrier::complete_tx::bytes [%r4], [%rd1, {%r22, %r22}], [%r3];\n"
        for verb, read in (
            ("reads", "ld.global.b32 %r5, [%rd0+516];\n"),
            ("copies", "mov.b32 %r22, 0;\n" + size + copy + WAIT),
        ):
            with self.subTest(verb=verb):
                # The store begins with the row 4. What is not stored, or does not change, may be read.
                element = 129 if verb == "reads" else 128
                text = rf"{verb} element {element} of a .*, which a store by TMA \(.*\) has not written yet"
                with self.assertRaisesRegex(Race, text):
                    store(zeros.copy(), data.copy(), (0, 4), (8, 32), after=wait.format(".read"), wait=read)
                store(zeros.copy(), data.copy(), (0, 4), (8, 32), after=wait.format(""), wait=read)
                store(same.copy(), data.copy(), (0, 0), (8, 32), after=wait.format(".read"), wait=read)
        store(
            zeros.copy(),
            data.copy(),
            (0, 5),
            (8, 32),
            after=wait.format(".read"),
            wait="ld.global.b32 %r5, [%rd0+516];\n",
        )

    def test_without_a_fence(self):
        with self.assertRaisesRegex(Fault, "that threads have written without a fence.proxy.async after it"):
            store(
                np.zeros((8, 32), np.float32),
                numbered((8, 32), np.float32).view(np.uint8).reshape(-1),
                (0, 0),
                (8, 32),
                before="@%p1 st.shared.b32 [%r2], 5;\n",
            )

    def test_a_copy_of_undefined_bytes(self):
        with self.assertRaisesRegex(Fault, "copies shared memory before anything wrote it"):
            store(
                np.zeros((8, 32), np.float32), numbered((4, 32), np.float32).view(np.uint8).reshape(-1), (0, 0), (8, 32)
            )


class Maps(unittest.TestCase):
    FENCE = "fence.proxy.tensormap::generic.acquire.gpu [%rd1], 0x80;\n"
    BARRIER = "bar.sync 0;\n"

    def made(self, after: str, threads: int = 32):
        """A map of zeros in shared memory, whose fields are replaced as Triton does, and published; what comes after it; and a copy."""
        array, out = numbered((8, 64), np.float16), np.zeros(8 * 32, np.uint32)
        fields = "".join(
            f"@%p1 tensormap.replace.tile.{field} [%rd12], {value};\n"
            for field, value in (
                ("global_address.shared::cta.b1024.b64", "%rd0"), ("rank.shared::cta.b1024.b32", "0x1"),
                ("box_dim.shared::cta.b1024.b32", "0x0, 64"), ("box_dim.shared::cta.b1024.b32", "0x1, 8"),
                ("global_dim.shared::cta.b1024.b32", "0x0, 64"), ("global_dim.shared::cta.b1024.b32", "0x1, 8"),
                ("global_stride.shared::cta.b1024.b64", "0x0, 128"), ("element_stride.shared::cta.b1024.b32", "0x0, 1"),
                ("element_stride.shared::cta.b1024.b32", "0x1, 1"), ("elemtype.shared::cta.b1024.b32", "0x6"),
                ("swizzle_mode.shared::cta.b1024.b32", "0x3"),
            )
        )  # fmt: skip
        body = (
            START
            + "shl.b32 %r4, %r1, 2;\nadd.s32 %r4, %r4, %r2;\nst.shared.b32 [%r4], 0;\nbar.warp.sync -1;\ncvt.u64.u32 %rd12, %r2;\n"
            + fields
            + "bar.warp.sync -1;\n"
            + "tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [%rd1], [%rd12], 0x80;\n"
            + after
            + "mov.b32 %r20, 0;\n"
            + "@%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r3], 1024;\n"
            + "@%p1 cp.async.bulk.tensor.2d.shared::cta.global.mbarrier::complete_tx::bytes [%r2], [%rd1, {%r20, %r20}], [%r3];\n"
        )
        run(
            body + WAIT + COPY.format(words=256, body=OUT),
            [array, np.zeros(128, np.uint8), out],
            threads,
            before=SHARED,
            shared=BARRIER + 8,
        )
        np.testing.assert_array_equal(out.view(np.uint8), image(array, (0, 0), (8, 64), 3)[:1024])

    def test_made_by_the_kernel(self):
        self.made(self.FENCE + self.BARRIER)
        self.made(self.BARRIER + self.FENCE)

    def test_made_without_a_fence_of_its_proxy(self):
        others = "setp.ge.u32 %p9, %r1, 32;\n@%p9 " + self.FENCE
        elsewhere = self.FENCE.replace("[%rd1]", "[%rd2]")
        stored = self.FENCE + "@%p1 ld.global.b32 %r21, [%rd1+8];\n@%p1 st.global.b32 [%rd1+8], 0;\n" + self.BARRIER
        for after in (self.BARRIER, others, elsewhere + self.BARRIER, stored):
            with (
                self.subTest(after=after),
                self.assertRaisesRegex(
                    Race, "uses a tensor map in device memory that was written without a fence.proxy.tensormap"
                ),
            ):
                self.made(after, 64)
        self.made(others + self.BARRIER, 64)

    def test_bytes_without_a_map(self):
        array, out = numbered((64,), np.float32), np.zeros(32, np.uint32)
        body = """@%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r3], 128;
        add.s64 %rd12, %rd0, 64;
        @%p1 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r2], [%rd12], 128, [%r3];
        """
        after = "bar.sync 0;\n@%p1 cp.async.bulk.global.shared::cta.bulk_group [%rd0], [%r2], 64;\n"
        run(
            START + body + WAIT + COPY.format(words=32, body=OUT) + after,
            [array, np.zeros(1), out],
            before=SHARED,
            shared=BARRIER + 8,
        )
        np.testing.assert_array_equal(out.view(np.float32), numbered((64,), np.float32)[16:48])
        np.testing.assert_array_equal(array[:16], numbered((64,), np.float32)[16:32])


if __name__ == "__main__":
    unittest.main()
