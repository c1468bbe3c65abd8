import type { ProblemText } from '@/lib/i18n/problem-text'

/** Requests that cannot be processed as they are. */
export const requestProblems = {
  malformed_json: {
    title: 'Malformed JSON',
    text: 'The body is not valid JSON.',
    remedy: 'Send one JSON object, encoded as UTF-8.',
  },
  bad_request: {
    title: 'Bad request',
    text: 'The request can’t be read.',
    remedy: 'Compare the request with the API reference.',
  },
  request_timeout: {
    title: 'Request timeout',
    text: 'The request took too long to arrive.',
    remedy:
      'Send the headers within 10 seconds and the body within 30 seconds. Send a body over 100 kB at 64 kB per second or faster.',
  },
  headers_too_large: {
    title: 'Headers too large',
    text: 'The request has too many headers, or they are too long.',
    remedy:
      'Send up to 200 headers and up to 16 kB in total. In a browser, delete the cookies of this site.',
  },
  misdirected_request: {
    title: 'Misdirected request',
    text: 'This service doesn’t respond to that host name.',
    remedy: 'Use `localhost`, or the host name in `APP_BASE_URL`.',
  },
  not_implemented: {
    title: 'Method not implemented',
    text: 'This service doesn’t support that method.',
    remedy: 'The `Allow` header lists the supported methods.',
  },
  origin_not_allowed: {
    title: 'Origin not allowed',
    text: 'The request came from another site. Open this page directly and try again.',
    remedy: 'Call from an allowed origin, or from outside a browser with a Bearer token.',
  },
  not_found: {
    title: 'Not found',
    text: 'This doesn’t exist, or you don’t have access to it.',
    remedy: 'Check the URL and the ID.',
  },
  method_not_allowed: {
    title: 'Method not allowed',
    text: 'This endpoint doesn’t support that method.',
    remedy: 'The `Allow` header lists the supported methods.',
  },
  conflict: {
    title: 'Conflict',
    text: 'This conflicts with the current state. Reload the page and try again.',
    remedy: 'Read the resource again before you retry.',
  },
  precondition_failed: {
    title: 'Changed in the meantime',
    text: 'Someone else changed this in the meantime. Review it before you save.',
    remedy: 'Read the resource again and send its new `ETag` as `If-Match`.',
  },
  body_too_large: {
    title: 'Body too large',
    text: 'The request is larger than this endpoint accepts.',
    remedy: 'Send at most 100 kB, or 10 MiB to import users.',
  },
  payload_too_large: {
    title: 'File too large',
    text: 'The file is too large. Choose a smaller one.',
    remedy: 'Send a file of up to 10 MiB. The limit of the whole form is only slightly larger.',
  },
  range_not_satisfiable: {
    title: 'Range not satisfiable',
    text: 'The requested range starts after the end of the file.',
    remedy: '`Content-Range` gives the size of the file.',
  },
  image_too_large: {
    title: 'Image too large',
    text: 'The image has more than 40 megapixels, needs too much memory or time to process, or is too large after re-encoding.',
    remedy: 'Scale the image down first, or save it as a JPEG.',
  },
  quota_exceeded: {
    title: 'Storage quota exceeded',
    text: 'There isn’t enough storage left for this file. Delete files you no longer need.',
    remedy: 'Delete uploads, or ask an administrator for a larger quota.',
  },
  unsupported_media_type: {
    title: 'Unsupported media type',
    text: 'This type of content isn’t supported here.',
    remedy:
      'Send `Content-Type: application/json`, or for a file one of the types the endpoint accepts.',
  },
  validation_failed: {
    title: 'Validation failed',
    text: 'Correct the highlighted fields.',
    remedy: '`errors` lists every invalid field with a JSON Pointer.',
  },
} satisfies Record<string, ProblemText>
