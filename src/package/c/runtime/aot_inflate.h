/* SPDX-License-Identifier: MIT */
/*
 * Opens compressed cubins and PTX. Private to the package's sources.
 *
 * Each is a raw DEFLATE stream (RFC 1951). It can have a base, other code for the same kernel, which is its preset
 * dictionary: the window begins with the base's content. A base has no base itself.
 */
#ifndef AOT_INFLATE_H
#define AOT_INFLATE_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Compressed bytes. */
struct aot_packed {
    const struct aot_packed *base; /* NULL: none */
    const char *stream;
    size_t length; /* of the stream, in bytes */
    size_t size;   /* of what it opens to, in bytes */
};

enum aot_opened { AOT_OPENED, AOT_DAMAGED, AOT_NO_MEMORY };

enum {
    AOT_ALIGNMENT = 16, /* of opened code: a cubin is an ELF image */
    AOT_LONGEST_BITS = 15,
    AOT_DIRECT_BITS = 10, /* codes up to this length are found in one step */
    AOT_MOST_LENGTHS = 288,
    AOT_MOST_DISTANCES = 32,
    AOT_LENGTH_CODES = 19, /* of the code in which the lengths of the other two codes are written */
    AOT_END_OF_BLOCK = 256
};

/* The bytes that are not yet read, and bits that are: the next one is the lowest. Above `count`, `bits` is zero. */
struct aot_stream {
    const char *next, *end;
    uint64_t bits;
    unsigned count;
};

/* The window is `start` to `next`. `end` is the end of the output. */
struct aot_writer {
    unsigned char *start, *next, *end;
};

/* A canonical Huffman code. */
struct aot_stream_code {
    uint16_t direct[1 << AOT_DIRECT_BITS];    /* by the next bits: 16 * symbol + length; 0: a longer code or none */
    uint16_t symbols[AOT_MOST_LENGTHS];       /* in the order of their codes */
    uint16_t numbers[AOT_LONGEST_BITS + 1];   /* of codes, by length */
};

/* Makes at least 48 bits available, as long as the stream has them. */
static inline void aot_fill_stream(struct aot_stream *reader) {
    for (; reader->count < 48 && reader->next < reader->end; reader->count += 8) {
        reader->bits |= (uint64_t)(unsigned char)*reader->next++ << reader->count;
    }
}

/* Takes up to 16 bits that are available. False if there are fewer. */
static inline int aot_take_bits(struct aot_stream *reader, unsigned count, unsigned *value) {
    if (count > reader->count) return 0;
    *value = (unsigned)(reader->bits & ((UINT64_C(1) << count) - 1));
    reader->bits >>= count;
    reader->count -= count;
    return 1;
}

/* Makes a code from the length of each symbol's code; 0: the symbol has none. False if no code has these lengths. */
static inline int aot_make_code(struct aot_stream_code *code, const unsigned char *lengths, unsigned symbols) {
    unsigned first[AOT_LONGEST_BITS + 1], place[AOT_LONGEST_BITS + 1];
    unsigned symbol, length, next = 0, places = 0;
    memset(code, 0, sizeof *code);
    for (symbol = 0; symbol < symbols; symbol++) code->numbers[lengths[symbol]]++;
    code->numbers[0] = 0;
    for (length = 1; length <= AOT_LONGEST_BITS; length++) {
        next <<= 1;
        first[length] = next;
        place[length] = places;
        next += code->numbers[length];
        places += code->numbers[length];
        if (next > 1u << length) return 0;
    }
    for (symbol = 0; symbol < symbols; symbol++) {
        unsigned reversed = 0, value, bit;
        length = lengths[symbol];
        if (length == 0) continue;
        code->symbols[place[length]++] = (uint16_t)symbol;
        value = first[length]++;
        if (length > AOT_DIRECT_BITS) continue;
        for (bit = 0; bit < length; bit++) reversed |= (value >> bit & 1u) << (length - 1 - bit);
        for (; reversed < 1u << AOT_DIRECT_BITS; reversed += 1u << length) {
            code->direct[reversed] = (uint16_t)(16 * symbol + length);
        }
    }
    return 1;
}

/* Takes the next symbol. False if the bits are no code, or there are too few. */
static inline int aot_take_stream_symbol(struct aot_stream *reader, const struct aot_stream_code *code,
                                         unsigned *symbol) {
    const unsigned entry = code->direct[reader->bits & ((1u << AOT_DIRECT_BITS) - 1)];
    uint64_t bits = reader->bits;
    unsigned length = entry & 15, value = 0, first = 0, place = 0;
    *symbol = entry >> 4;
    if (length == 0) {
        for (length = 1; length <= AOT_LONGEST_BITS; length++) {
            const unsigned number = code->numbers[length];
            value = value << 1 | (unsigned)(bits & 1);
            bits >>= 1;
            first <<= 1;
            if (value < first + number) break;
            first += number;
            place += number;
        }
        if (length > AOT_LONGEST_BITS) return 0;
        *symbol = code->symbols[place + (value - first)];
    }
    return aot_take_bits(reader, length, &value);
}

/* A block of bytes as they are. */
static inline int aot_copy_stored(struct aot_stream *reader, struct aot_writer *writer) {
    unsigned length, inverse, byte;
    aot_fill_stream(reader);
    /* The rest of a byte is skipped. */
    if (!aot_take_bits(reader, reader->count % 8, &byte)) return 0;
    if (!aot_take_bits(reader, 16, &length) || !aot_take_bits(reader, 16, &inverse)) return 0;
    if (length != (inverse ^ 0xffffu) || length > (size_t)(writer->end - writer->next)) return 0;
    for (; length > 0; length--) {
        aot_fill_stream(reader);
        if (!aot_take_bits(reader, 8, &byte)) return 0;
        *writer->next++ = (unsigned char)byte;
    }
    return 1;
}

/* Reads the codes of a block: for bytes and lengths, and for distances. */
static inline int aot_read_codes(struct aot_stream *reader, struct aot_stream_code *main_code,
                                 struct aot_stream_code *distance_code) {
    static const unsigned char order[AOT_LENGTH_CODES] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                                          11, 4,  12, 3, 13, 2, 14, 1, 15};
    unsigned char lengths[AOT_MOST_LENGTHS + AOT_MOST_DISTANCES] = {0};
    unsigned main_count, distance_count, count, value = 0, index = 0, symbol;
    aot_fill_stream(reader);
    if (!aot_take_bits(reader, 5, &main_count) || !aot_take_bits(reader, 5, &distance_count) ||
        !aot_take_bits(reader, 4, &count)) {
        return 0;
    }
    main_count += 257;
    distance_count += 1;
    if (main_count > AOT_MOST_LENGTHS) return 0;
    for (count += 4; index < count; index++) {
        aot_fill_stream(reader);
        if (!aot_take_bits(reader, 3, &value)) return 0;
        lengths[order[index]] = (unsigned char)value;
    }
    if (!aot_make_code(main_code, lengths, AOT_LENGTH_CODES)) return 0;
    memset(lengths, 0, AOT_LENGTH_CODES);
    for (index = 0; index < main_count + distance_count;) {
        unsigned repeated = 0, times = 0;
        aot_fill_stream(reader);
        if (!aot_take_stream_symbol(reader, main_code, &symbol)) return 0;
        if (symbol < 16) {
            lengths[index++] = (unsigned char)symbol;
            continue;
        }
        if (symbol == 16) {
            if (index == 0 || !aot_take_bits(reader, 2, &times)) return 0;
            repeated = lengths[index - 1];
            times += 3;
        } else {
            if (!aot_take_bits(reader, symbol == 17 ? 3 : 7, &times)) return 0;
            times += symbol == 17 ? 3 : 11;
        }
        if (times > main_count + distance_count - index) return 0;
        memset(lengths + index, (int)repeated, times);
        index += times;
    }
    return aot_make_code(main_code, lengths, main_count) &&
           aot_make_code(distance_code, lengths + main_count, distance_count);
}

/* The codes of blocks that have none of their own. */
static inline int aot_fixed_codes(struct aot_stream_code *main_code, struct aot_stream_code *distance_code) {
    unsigned char lengths[AOT_MOST_LENGTHS];
    memset(lengths, 8, 144);
    memset(lengths + 144, 9, 112);
    memset(lengths + 256, 7, 24);
    memset(lengths + 280, 8, 8);
    if (!aot_make_code(main_code, lengths, AOT_MOST_LENGTHS)) return 0;
    memset(lengths, 5, AOT_MOST_DISTANCES);
    return aot_make_code(distance_code, lengths, AOT_MOST_DISTANCES);
}

/* A block of bytes and of copies from the window. */
static inline int aot_copy_coded(struct aot_stream *reader, struct aot_writer *writer,
                                 const struct aot_stream_code *main_code,
                                 const struct aot_stream_code *distance_code) {
    static const uint16_t lengths[] = {3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                                       31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
    for (;;) {
        unsigned symbol, length, distance, extra;
        /* A length and a distance have at most 15 + 5 + 15 + 13 = 48 bits. */
        aot_fill_stream(reader);
        if (!aot_take_stream_symbol(reader, main_code, &symbol)) return 0;
        if (symbol < AOT_END_OF_BLOCK) {
            if (writer->next == writer->end) return 0;
            *writer->next++ = (unsigned char)symbol;
            continue;
        }
        if (symbol == AOT_END_OF_BLOCK) return 1;
        symbol -= AOT_END_OF_BLOCK + 1;
        if (symbol >= sizeof lengths / sizeof *lengths) return 0;
        if (!aot_take_bits(reader, symbol < 8 || symbol == 28 ? 0 : symbol / 4 - 1, &extra)) return 0;
        length = lengths[symbol] + extra;
        if (!aot_take_stream_symbol(reader, distance_code, &symbol) || symbol >= 30) return 0;
        if (!aot_take_bits(reader, symbol < 4 ? 0 : symbol / 2 - 1, &extra)) return 0;
        distance = 1 + (symbol < 4 ? symbol : (2 + symbol % 2) << (symbol / 2 - 1)) + extra;
        if (distance > (size_t)(writer->next - writer->start) || length > (size_t)(writer->end - writer->next)) return 0;
        if (distance >= length) {
            memcpy(writer->next, writer->next - distance, length);
            writer->next += length;
        } else {
            for (; length > 0; length--, writer->next++) *writer->next = *(writer->next - distance);
        }
    }
}

/*
 * Writes `packed->size` bytes to `output`. The window begins at `start`, at or before `output`. Reads and writes nothing
 * outside, and ends, whatever the stream.
 */
static inline enum aot_opened aot_inflate(const struct aot_packed *packed, unsigned char *start,
                                          unsigned char *output) {
    struct aot_stream reader = {packed->stream, packed->stream + packed->length, 0, 0};
    struct aot_writer writer = {start, output, output + packed->size};
    struct aot_stream_code main_code, distance_code;
    unsigned is_last = 0, kind = 0;
    while (!is_last) {
        int is_sound;
        aot_fill_stream(&reader);
        is_sound = aot_take_bits(&reader, 1, &is_last) && aot_take_bits(&reader, 2, &kind);
        if (is_sound && kind == 0) {
            is_sound = aot_copy_stored(&reader, &writer);
        } else if (is_sound) {
            is_sound = kind == 1   ? aot_fixed_codes(&main_code, &distance_code)
                       : kind == 2 ? aot_read_codes(&reader, &main_code, &distance_code)
                                   : 0;
            is_sound = is_sound && aot_copy_coded(&reader, &writer, &main_code, &distance_code);
        }
        if (!is_sound) return AOT_DAMAGED;
    }
    return writer.next == writer.end ? AOT_OPENED : AOT_DAMAGED;
}

/*
 * Opens a cubin or PTX: sets `code` to its bytes, inside `memory`, which the caller frees. If this fails, there is
 * nothing to free.
 */
static inline enum aot_opened aot_open(const struct aot_packed *packed, void **memory, const void **code) {
    const size_t base_size = packed->base == NULL ? 0 : packed->base->size;
    const size_t before = (base_size + AOT_ALIGNMENT - 1) / AOT_ALIGNMENT * AOT_ALIGNMENT;
    unsigned char *const bytes = (unsigned char *)malloc(before + packed->size + 1);
    enum aot_opened result = AOT_OPENED;
    unsigned char *start;
    if (bytes == NULL) return AOT_NO_MEMORY;
    start = bytes + (before - base_size); /* the base ends where the code begins */
    if (packed->base != NULL) result = aot_inflate(packed->base, start, start);
    if (result == AOT_OPENED) result = aot_inflate(packed, start, bytes + before);
    if (result != AOT_OPENED) {
        free(bytes);
        return result;
    }
    *memory = bytes;
    *code = bytes + before;
    return AOT_OPENED;
}

#endif
