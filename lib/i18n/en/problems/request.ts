import type { ProblemText } from '@/lib/i18n/problem-text'

/** Requests that cannot be answered as they are. */
export const requestProblems = {
  malformed_json: {
    title: 'Malformed JSON',
    text: 'The body is not valid JSON.',
    remedy: 'Send one JSON object, in UTF-8.',
  },
  bad_request: {
    title: 'Bad request',
    text: 'The request cannot be read.',
    remedy: 'Compare the request with the API reference.',
  },
  request_timeout: {
    title: 'Request timeout',
    text: 'The request took too long to arrive.',
    remedy: 'Send the headers within 10 seconds and the whole request within 30.',
  },
  headers_too_large: {
    title: 'Headers too large',
    text: 'The request has too many headers, or they are too long.',
    remedy: 'Send at most 200 headers and 16 kB of them. In a browser, delete the cookies of this site.',
  },
  misdirected_request: {
    title: 'Misdirected request',
    text: 'This service is not known by that host name.',
    remedy: 'Call the service as localhost, or by the host name of its APP_BASE_URL.',
  },
  not_implemented: {
    title: 'Method not implemented',
    text: 'This service does not know that method.',
    remedy: 'The Allow header lists the methods that it answers.',
  },
  origin_not_allowed: {
    title: 'Origin not allowed',
    text: 'The request came from another site. Open this page directly and try again.',
    remedy: 'Call from an allowed origin, or from outside a browser with a Bearer token.',
  },
  not_found: {
    title: 'Not found',
    text: 'This does not exist, or you are not allowed to see it.',
    remedy: 'Check the address and the ID.',
  },
  method_not_allowed: {
    title: 'Method not allowed',
    text: 'This address does not answer that method.',
    remedy: 'The Allow header lists the methods that it answers.',
  },
  conflict: {
    title: 'Conflict',
    text: 'This conflicts with the current state.',
    remedy: 'Read the object again, then decide.',
  },
  precondition_failed: {
    title: 'Changed in the meantime',
    text: 'Someone has changed this in the meantime. Look at it again before you save.',
    remedy: 'Read the object again, and send its new ETag as If-Match.',
  },
  body_too_large: {
    title: 'Body too large',
    text: 'That is larger than this address accepts.',
    remedy: 'Send less than 100 kB.',
  },
  payload_too_large: {
    title: 'File too large',
    text: 'The file is larger than 10 MB.',
    remedy: 'Send a smaller file; a multipart form has room for little else.',
  },
  range_not_satisfiable: {
    title: 'Range not satisfiable',
    text: 'The file ends before the requested range.',
    remedy: 'Content-Range says how long the file is.',
  },
  image_too_large: {
    title: 'Image too large',
    text: 'The image has more than 40 megapixels, or takes too long to process.',
    remedy: 'Scale the image down first.',
  },
  quota_exceeded: {
    title: 'Storage quota exceeded',
    text: 'There is no room for this file. Delete files that you no longer need.',
    remedy: 'Delete uploads, or ask an administrator for a larger quota.',
  },
  unsupported_media_type: {
    title: 'Unsupported media type',
    text: 'This kind of content is not accepted here.',
    remedy: 'Send Content-Type: application/json, or for a file one of the types that the address takes.',
  },
  validation_failed: {
    title: 'Validation failed',
    text: 'Check the highlighted fields.',
    remedy: 'errors lists each problem with a JSON Pointer to the field.',
  },
} satisfies Record<string, ProblemText>
