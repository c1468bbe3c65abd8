/** The methods that the service accepts (RFC 9110 §9.3); each path allows some of them. */
export const HTTP_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
