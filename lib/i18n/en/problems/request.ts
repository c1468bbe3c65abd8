import type { ProblemText } from '@/lib/i18n/problem-text'

/** Requests that can not be answered as they are. */
export const requestProblems = {
  malformed_json: {
    title: 'Malformed JSON',
    text: 'The body is not valid JSON.',
    remedy: 'Send one JSON object, in UTF-8.',
  },
  bad_request: {
    title: 'Bad request',
    text: 'The request can not be read.',
    remedy: 'Compare the request with the API reference.',
  },
  origin_not_allowed: {
    title: 'Origin not allowed',
    text: 'The request came from another site. Open this page directly and try again.',
    remedy: 'Call from an allowed origin, or from outside a browser with a Bearer token.',
  },
  not_found: {
    title: 'Not found',
    text: 'There is nothing here, or you may not know of it.',
    remedy: 'Check the address and the id.',
  },
  method_not_allowed: {
    title: 'Method not allowed',
    text: 'This address does not answer that method.',
    remedy: 'The Allow header lists the methods that it answers.',
  },
  conflict: {
    title: 'Conflict',
    text: 'This conflicts with the present state.',
    remedy: 'Read the object again and decide anew.',
  },
  precondition_failed: {
    title: 'Changed meanwhile',
    text: 'Somebody changed this meanwhile. Look at it again before you save.',
    remedy: 'Read the object again, and send its new ETag as If-Match.',
  },
  body_too_large: {
    title: 'Body too large',
    text: 'That is larger than this address accepts.',
    remedy: 'Send less than 100 kB.',
  },
  unsupported_media_type: {
    title: 'Unsupported media type',
    text: 'This kind of content is not accepted here.',
    remedy: 'Send Content-Type: application/json.',
  },
  validation_failed: {
    title: 'Validation failed',
    text: 'Check the marked fields.',
    remedy: 'errors lists each fault with a JSON Pointer to the field.',
  },
} satisfies Record<string, ProblemText>
