import { defineRoute } from '@/lib/http/define-route'
import { deviceToken } from '@/lib/http/request-headers'
import { createApiKeyBody } from '@/lib/identity/api-keys/api-keys.schemas'
import { createApiKey } from '@/lib/identity/api-keys/create-api-key'
import { listOwnApiKeys } from '@/lib/identity/api-keys/list-api-keys'
import { apiKeyResponse, newApiKeyResponse } from '@/lib/identity/api-keys/present-api-key'
import { pageSchemaOf, pageQuery, presentPage } from '@/lib/platform/pagination'

export const GET = defineRoute({
  operationId: 'listOwnApiKeys',
  tag: 'API keys',
  summary: 'List your API keys, newest first',
  access: 'authenticated',
  query: pageQuery,
  responses: { 200: pageSchemaOf(apiKeyResponse) },
  handle: async ({ principal, query }) => {
    const result = await listOwnApiKeys(principal, query)
    if (!result.ok) return result
    return { status: 200, body: presentPage(result.keys, result.nextCursor) }
  },
})

export const POST = defineRoute({
  operationId: 'createApiKey',
  tag: 'API keys',
  summary: 'Create an API key; the response is the only one that contains it',
  access: 'authenticated',
  headers: { deviceToken },
  body: createApiKeyBody,
  responses: { 201: newApiKeyResponse },
  refusals: [
    'insufficient_permission',
    'privilege_escalation',
    'conflict',
    'reauthentication_required',
    'invalid_credentials',
    'account_locked',
    'overloaded',
  ],
  handle: async ({ principal, body, ctx }) => {
    const wanted = {
      userId: body.user_id ?? principal.userId,
      name: body.name,
      permissions: body.permissions,
      expiresAt: body.expires_at,
      allowedAddresses: body.allowed_addresses ?? [],
      password: body.password,
    }
    const result = await createApiKey(principal, wanted, ctx)
    if (!result.ok) return result
    return { status: 201, body: { ...result.apiKey, key: result.key } }
  },
})
