/* SPDX-License-Identifier: MIT */
/*
 * How compressed cubins are opened. Private to the package's sources.
 *
 * A cubin is compressed in words of 16 bytes, the size of an instruction. Each is a copy of an earlier word of the
 * window, in which some bytes have changed. The window has a word of zeros, the base if there is one, and the cubin. A
 * base is another cubin for the same kernel and GPU; it has no base itself.
 *
 * The text has 15 bits in each character, the first in the lowest bits, added to AOT_FIRST_CHARACTER. First come the
 * Huffman codes of `enum aot_alphabet`, then steps until the cubin is complete. A step is a number of words that are
 * copied as they are from the current distance, and, if that is not all, a word that has changed: its distance, which
 * becomes the current one, two bytes with a bit for each byte that has changed, and these bytes, each XOR that of the
 * copy.
 */
#ifndef AOT_UNPACK_H
#define AOT_UNPACK_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
typedef char16_t aot_character;
#else
typedef __CHAR16_TYPE__ aot_character;
#endif

/* Compressed bytes. */
struct aot_packed {
    const struct aot_packed *base; /* NULL: none */
    const aot_character *text;
    size_t length; /* of the text, in characters */
    size_t size;   /* of the bytes */
};

enum aot_opened { AOT_OPENED, AOT_DAMAGED, AOT_NO_MEMORY };

enum aot_alphabet { AOT_RUNS, AOT_DISTANCES, AOT_FIRST_MASKS, AOT_SECOND_MASKS, AOT_CHANGES, AOT_ALPHABETS };

enum {
    AOT_FIRST_CHARACTER = 0x3400,
    AOT_CHARACTER_BITS = 15,
    AOT_WORD = 16,
    AOT_LONGEST_CODE = 10,
    AOT_SYMBOLS = 256,
    AOT_SHORT_RUNS = 16, /* symbols of runs that are their own length; the others have one for each number of bits */
    AOT_RECENT = 4       /* symbols of distances that have been used; the others have 2 for each number of bits */
};

/* The text that is not yet read, and bits that are: the next one is the lowest. Behind the text are zeros. */
struct aot_reader {
    const aot_character *next, *end;
    uint64_t bits;
    unsigned count;
    unsigned missing; /* bits behind the text */
    unsigned unknown; /* not 0: a character had no meaning */
};

/* Makes at least 49 bits available. */
static inline void aot_fill(struct aot_reader *reader) {
    while (reader->count < 49) {
        unsigned value = 0;
        if (reader->next < reader->end) {
            value = (unsigned)*reader->next++ - (unsigned)AOT_FIRST_CHARACTER;
        } else {
            reader->missing += AOT_CHARACTER_BITS;
        }
        reader->unknown |= value >> AOT_CHARACTER_BITS;
        reader->bits |= (uint64_t)(value & ((1u << AOT_CHARACTER_BITS) - 1)) << reader->count;
        reader->count += AOT_CHARACTER_BITS;
    }
}

/* Takes bits that are available. */
static inline unsigned aot_take(struct aot_reader *reader, unsigned count) {
    const unsigned value = (unsigned)(reader->bits & ((UINT64_C(1) << count) - 1));
    reader->bits >>= count;
    reader->count -= count;
    return value;
}

/* Whether no bits but those of the text were taken, and all of its characters. */
static inline int aot_is_read(const struct aot_reader *reader) {
    return !reader->unknown && reader->next == reader->end && reader->missing <= reader->count;
}

/* A Huffman code: 16 * symbol + length, by the next bits. */
typedef uint16_t aot_code[1 << AOT_LONGEST_CODE];

static inline unsigned aot_take_symbol(struct aot_reader *reader, const uint16_t *code) {
    const unsigned entry = code[reader->bits & ((1u << AOT_LONGEST_CODE) - 1)];
    (void)aot_take(reader, entry & 15);
    return entry >> 4;
}

/* Takes a number from 1 on: as many zeros as bits follow its first one, and its bits. 0: it is too large. */
static inline unsigned aot_take_number(struct aot_reader *reader) {
    unsigned bits = 0;
    while (bits < 9 && aot_take(reader, 1) == 0) bits++;
    return bits == 9 ? 0 : 1u << bits | aot_take(reader, bits);
}

/*
 * Takes a canonical code: for each symbol that has one, how many symbols before it have none, and its length. The code
 * ends when it is complete. False if it never is.
 */
static inline int aot_take_code(struct aot_reader *reader, uint16_t *code) {
    unsigned char lengths[AOT_SYMBOLS] = {0};
    unsigned next[AOT_LONGEST_CODE + 2] = {0}; /* first the room of each length plus 1, then its next code */
    unsigned symbol = 0, used = 0, length, bit;
    while (used < 1u << AOT_LONGEST_CODE) {
        unsigned step;
        aot_fill(reader);
        step = aot_take_number(reader);
        length = aot_take(reader, 4);
        symbol += step;
        if (step == 0 || symbol > AOT_SYMBOLS || length == 0 || length > AOT_LONGEST_CODE) return 0;
        lengths[symbol - 1] = (unsigned char)length;
        next[length + 1] += 1u << (AOT_LONGEST_CODE - length);
        used += 1u << (AOT_LONGEST_CODE - length);
    }
    if (used > 1u << AOT_LONGEST_CODE) return 0;
    for (length = 1; length <= AOT_LONGEST_CODE; length++) next[length] += next[length - 1];
    for (symbol = 0; symbol < AOT_SYMBOLS; symbol++) {
        unsigned place = 0;
        length = lengths[symbol];
        if (length == 0) continue;
        for (bit = 0; bit < AOT_LONGEST_CODE; bit++) place = place << 1 | (next[length] >> bit & 1);
        for (; place < 1u << AOT_LONGEST_CODE; place += 1u << length) code[place] = (uint16_t)(16 * symbol + length);
        next[length] += 1u << (AOT_LONGEST_CODE - length);
    }
    return 1;
}

/* Takes the rest of a number whose first bits are in a symbol. */
static inline size_t aot_take_rest(struct aot_reader *reader, size_t first_bits, unsigned count) {
    return count > 30 ? SIZE_MAX : first_bits << count | aot_take(reader, count);
}

/* Takes a distance, and makes it the first of the recent ones. */
static inline size_t aot_take_distance(struct aot_reader *reader, const uint16_t *code, size_t *recent) {
    unsigned symbol = aot_take_symbol(reader, code), place = AOT_RECENT - 1;
    size_t distance = 1;
    if (symbol < AOT_RECENT) {
        place = symbol;
        distance = recent[place];
    } else if (symbol > AOT_RECENT + 1) {
        symbol -= AOT_RECENT;
        distance = aot_take_rest(reader, 2 + symbol % 2, symbol / 2 - 1);
    }
    for (; place > 0; place--) recent[place] = recent[place - 1];
    return recent[0] = distance;
}

/*
 * Writes a cubin to `output`, in whole words. The window begins at `start`. Reads and writes nothing outside, and ends,
 * whatever the text.
 */
static inline enum aot_opened aot_unpack(const struct aot_packed *packed, const unsigned char *start,
                                         unsigned char *output) {
    aot_code codes[AOT_ALPHABETS];
    struct aot_reader reader = {packed->text, packed->text + packed->length, 0, 0, 0, 0};
    const size_t before = (size_t)(output - start) / AOT_WORD;
    const size_t end = before + (packed->size + AOT_WORD - 1) / AOT_WORD;
    size_t recent[AOT_RECENT] = {before > 1 ? before - 1 : 1, 1, 2, 3}, word, run;
    int alphabet;
    for (alphabet = 0; alphabet < AOT_ALPHABETS; alphabet++) {
        if (!aot_take_code(&reader, codes[alphabet])) return AOT_DAMAGED;
    }
    for (word = before; word < end; word++, output += AOT_WORD) {
        const unsigned char *copied;
        unsigned mask;
        aot_fill(&reader);
        run = aot_take_symbol(&reader, codes[AOT_RUNS]);
        if (run >= AOT_SHORT_RUNS) run = aot_take_rest(&reader, 1, (unsigned)run - AOT_SHORT_RUNS + 4);
        if (run > end - word) return AOT_DAMAGED;
        for (; run > 0; run--, word++, output += AOT_WORD) memcpy(output, output - recent[0] * AOT_WORD, AOT_WORD);
        if (word == end) break;
        aot_fill(&reader);
        if (aot_take_distance(&reader, codes[AOT_DISTANCES], recent) > word) return AOT_DAMAGED;
        copied = output - recent[0] * AOT_WORD;
        memcpy(output, copied, AOT_WORD);
        aot_fill(&reader);
        mask = aot_take_symbol(&reader, codes[AOT_FIRST_MASKS]);
        mask |= aot_take_symbol(&reader, codes[AOT_SECOND_MASKS]) << 8;
        for (; mask != 0; mask &= mask - 1) {
            if (reader.count < AOT_LONGEST_CODE) aot_fill(&reader);
            output[__builtin_ctz(mask)] ^= (unsigned char)aot_take_symbol(&reader, codes[AOT_CHANGES]);
        }
    }
    aot_fill(&reader);
    return aot_is_read(&reader) ? AOT_OPENED : AOT_DAMAGED;
}

/*
 * Opens a cubin: sets `cubin` to its bytes, inside `memory`, which the caller frees. If this fails, there is nothing to
 * free.
 */
static inline enum aot_opened aot_open(const struct aot_packed *packed, void **memory, const void **cubin) {
    const size_t before = packed->base == NULL ? 0 : (packed->base->size + AOT_WORD - 1) / AOT_WORD * AOT_WORD;
    unsigned char *const bytes = (unsigned char *)malloc(before + packed->size + 2 * AOT_WORD);
    enum aot_opened result = AOT_OPENED;
    if (bytes == NULL) return AOT_NO_MEMORY;
    memset(bytes, 0, AOT_WORD);
    if (packed->base != NULL) result = aot_unpack(packed->base, bytes, bytes + AOT_WORD);
    if (result == AOT_OPENED) result = aot_unpack(packed, bytes, bytes + AOT_WORD + before);
    if (result != AOT_OPENED) {
        free(bytes);
        return result;
    }
    *memory = bytes;
    *cubin = bytes + AOT_WORD + before;
    return AOT_OPENED;
}

#endif
