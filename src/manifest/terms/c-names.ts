/** Keywords of C11 and C++20. */
const KEYWORDS = new Set(
  `alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t char32_t class
  co_await co_return co_yield compl concept const const_cast consteval constexpr constinit continue decltype
  default delete do double dynamic_cast else enum explicit export extern false float for friend goto if inline
  int long mutable namespace new noexcept not not_eq nullptr operator or or_eq private protected public register
  reinterpret_cast requires restrict return short signed sizeof static static_assert static_cast struct switch
  template this thread_local throw true try typedef typeid typename typeof union unsigned using virtual void
  volatile wchar_t while xor xor_eq`.split(/\s+/),
);

/** Macros with ordinary names that headers or compilers may define. */
const MACROS = new Set('NULL EOF errno assert linux unix i386 stdin stdout stderr'.split(' '));

/** Functions of the C library that compilers know: redeclaring one is an error or a warning. */
const LIBRARY = new Set(
  `abort abs acos acosh asin asinh atan atan2 atanh atexit atof atoi atol bsearch calloc cbrt ceil clock copysign
  cos cosh div erf erfc exit exp exp2 expm1 fabs fdim floor fma fmax fmin fmod free frexp getc getenv hypot ilogb
  index isalnum isalpha isdigit isfinite isinf isnan isspace j0 j1 jn labs ldexp ldiv lgamma llabs llrint llround
  log log10 log1p log2 logb lrint lround main malloc memchr memcmp memcpy memmove memset modf nan nearbyint
  nextafter pow printf putc puts qsort raise rand read realloc remainder remove remquo rename rewind rindex rint
  round scalbln scalbn signal signbit sin sinh snprintf sprintf sqrt srand strcat strchr strcmp strcpy strlen
  strstr strtod strtol system tan tanh tgamma time tolower toupper trunc ungetc vprintf write y0 y1 yn`.split(
    /\s+/,
  ),
);

/** Returns why `name` cannot be the name of a generated C function; undefined if it can. */
export function reservedName(name: string): string | undefined {
  if (!/^[A-Za-z]\w*$/.test(name) || name.includes('__')) {
    return 'expected a letter, then letters, digits and single underscores';
  }
  if (KEYWORDS.has(name)) return 'it is a keyword of C or C++';
  if (MACROS.has(name) || LIBRARY.has(name)) return 'the C library uses it';
  if (name.startsWith('aot_')) return 'names that start with `aot_` are reserved';
  if (/^cu[A-Z]/.test(name))
    return 'names that start with `cu` and a capital letter belong to the CUDA driver API';
  return undefined;
}

/** True if the name is a keyword of C or C++ or a common macro. */
export function isKeyword(name: string): boolean {
  return KEYWORDS.has(name) || MACROS.has(name);
}

/** Names that the generated code and the headers it includes use. */
const GENERATED = /^(aot_|CU|cu[A-Z])|_t$/;

/** Returns a C name for a Python parameter: the same name if C and the generated code allow it. */
export function parameterName(name: string, taken: ReadonlySet<string>): string {
  // A leading underscore before a capital or another underscore is reserved for the compiler.
  const plain = name.replaceAll(/\W/g, '_').replace(/^_(?=[A-Z_])/, 'p_');
  let candidate = GENERATED.test(plain) ? `p_${plain}_` : plain;
  while (isKeyword(candidate) || taken.has(candidate)) candidate += '_';
  return candidate;
}
