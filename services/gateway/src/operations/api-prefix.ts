/** Every operation is below this path. */
export const apiPrefix = '/api/v1';
