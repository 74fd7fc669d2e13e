/**
 * Returns the fp32 kernel of the example vector-add as C for the recording driver. Adds `wrong` to
 * the third element of the result.
 */
export function vectorAdd(wrong = 0): string {
  return `
int execute(const char *kernel, void **parameters, const unsigned grid[3]) {
  const float *x = *(const float **)parameters[0], *y = *(const float **)parameters[1];
  float *out = *(float **)parameters[2];
  const long n = *(const long *)parameters[3];
  for (long i = 0; i < n; i++) out[i] = x[i] + y[i] + (i == 2 ? ${wrong} : 0);
  return 0;
}
`;
}
