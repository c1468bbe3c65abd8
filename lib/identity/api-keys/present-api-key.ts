import { z } from 'zod'
import type { ApiKeyRow } from '@/lib/identity/api-keys/api-key.store'
import { keyLabel } from '@/lib/identity/api-keys/key-format'
import { instant } from '@/lib/platform/instant'

const KEY = 'ghk_0hXcQH2vVb1u0Kc9VtW3hQmXz7Ej4RfNp2sLgAo6DiTqUyHx5CwYb1u0Kc9VtW3hQmXz7Ej4'

/** An API key as shown to users; the key itself is only in the response that created it. */
export const apiKeyResponse = z
  .strictObject({
    id: z.uuid(),
    user_id: z.uuid().describe('The owner'),
    created_by: z.uuid().nullable(),
    name: z.string().meta({ examples: ['Nightly export'] }),
    label: z
      .string()
      .describe('The public first part of the key, to recognize it by')
      .meta({ examples: [KEY.slice(0, 26)] }),
    permissions: z.array(z.string()),
    allowed_addresses: z
      .array(z.string())
      .describe('Empty: any address')
      .meta({ examples: [['203.0.113.7']] }),
    created_at: instant,
    expires_at: instant,
    last_used_at: instant.nullable().describe('Accurate to about a minute'),
  })
  .meta({ id: 'ApiKey' })

export const newApiKeyResponse = apiKeyResponse
  .extend({
    key: z
      .string()
      .describe('Shown only now')
      .meta({ examples: [KEY] }),
  })
  .meta({ id: 'NewApiKey' })

/** A key in the export of one's own data. */
export const ownApiKeyResponse = apiKeyResponse
  .extend({ revoked_at: instant.nullable() })
  .meta({ id: 'OwnApiKey' })

export type PresentedApiKey = z.output<typeof apiKeyResponse>

export function presentOwnApiKey(
  row: ApiKeyRow & { revokedAt: Date | null },
): z.output<typeof ownApiKeyResponse> {
  return { ...presentApiKey(row), revoked_at: row.revokedAt?.toISOString() ?? null }
}

export function presentApiKey(row: ApiKeyRow): PresentedApiKey {
  return {
    id: row.id,
    user_id: row.userId,
    created_by: row.createdById,
    name: row.name,
    label: keyLabel(row.id),
    permissions: row.permissions,
    allowed_addresses: row.allowedAddresses,
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
  }
}
