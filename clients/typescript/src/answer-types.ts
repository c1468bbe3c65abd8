// Written by scripts/write-client-types.mjs from the OpenAPI document.
/** The media types of the operations whose answers are not JSON. */
export const ANSWER_TYPES: Readonly<Record<string, readonly string[]>> = {
  'get /api/v1/audit/export': ['text/csv', 'application/x-ndjson'],
  'get /api/v1/auth/oauth/{provider}': ['text/html'],
  'get /api/v1/payments/simulator/{id}': ['text/html'],
  'get /api/v1/unsubscribe': ['text/html'],
  'post /api/v1/unsubscribe': ['text/html'],
  'get /api/v1/uploads/{id}': ['image/jpeg', 'image/png', 'image/webp', 'application/pdf', 'text/plain'],
  'get /api/v1/users/{id}/avatar': ['image/jpeg', 'image/png', 'image/webp'],
  'get /api/v1/users/export': ['text/csv', 'application/x-ndjson'],
  'get /api/v1/users/imports/{id}/refused': ['text/csv', 'application/x-ndjson'],
}
