import { defineRoute } from '@/lib/http/define-route'
import { ifNoneMatch } from '@/lib/http/request-headers'
import { presentAccess } from '@/lib/http/present-access'
import { permissionsResponse } from '@/lib/identity/auth.responses'
import { matchesEntityTag } from '@/lib/platform/if-none-match'

export const GET = defineRoute({
  operationId: 'getOwnPermissions',
  tag: 'Authentication',
  summary: 'Get the roles and permissions of the current session',
  access: 'authenticated',
  apiKeys: 'accepted',
  headers: { ifNoneMatch },
  responses: { 200: permissionsResponse, 304: null },
  handle: async ({ access, principal, headers }) => {
    const { body, etag } = presentAccess(principal.userId, access)
    if (matchesEntityTag(headers.ifNoneMatch, etag))
      return { status: 304, body: null, headers: { etag } }
    return { status: 200, body, headers: { etag } }
  },
})
