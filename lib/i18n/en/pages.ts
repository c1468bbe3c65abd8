/** Pages that stand alone: not found, forbidden, faults, the API's documentation. */
export const pages = {
  notFound: {
    title: 'Page not found',
    heading: 'There is nothing here',
    lead: 'The address may be mistyped, or the page may have moved.',
  },
  forbidden: {
    title: 'Not allowed',
    heading: 'You may not open this page',
    lead: 'Your account lacks a permission. An administrator can give it to one of your roles.',
    missing: 'Missing permission',
  },
  fault: {
    title: 'Something went wrong',
    heading: 'Something went wrong',
    lead: 'The fault is on our side and has been noted. Trying again often helps.',
    reference: 'Reference: {id}',
    retry: 'Try again',
  },
  toHome: 'Go to the dashboard',
  docs: {
    title: 'API reference',
    lead: 'Everything that the pages do, by JSON over HTTP. The OpenAPI document is the full contract.',
    openapi: 'OpenAPI 3.1 document',
    baseUrl: 'Base address',
    authentication: 'Authentication',
    authenticationText:
      'Sign in with POST /api/v1/auth/login and send the access token as Authorization: Bearer. Renew it with POST /api/v1/auth/refresh; each refresh token works once.',
    endpoints: 'Endpoints',
    access: 'Access',
    accessPublic: 'Public',
    accessBearer: 'Bearer',
    errors: 'Errors',
    errorsText: 'Every error is a problem document (RFC 9457) with a stable code.',
    status: 'Status',
    code: 'Code',
    meaning: 'Meaning',
    remedy: 'What to do',
    example: 'Example',
    allErrors: 'All errors',
    problemTitle: 'Error {code}',
  },
}
