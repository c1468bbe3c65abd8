import { z } from 'zod'
import { grantableName } from '@/lib/access/permission.schemas'
import { ownerProofBody } from '@/lib/identity/auth.schemas'
import { lineField } from '@/lib/platform/input-fields'
import { canonicalNetwork, MAX_NETWORK_LENGTH } from '@/lib/platform/ip-address'

const MAX_PERMISSIONS = 200
const MAX_ADDRESSES = 20

/** What the key is for, in the words of the person who creates it. */
export const apiKeyName = lineField(80).meta({ examples: ['Nightly export'] })

/** Names of permissions; duplicates count once. Whether the creator has them is checked later. */
const permissions = z
  .array(grantableName)
  .max(MAX_PERMISSIONS, { error: 'too_many' })
  .transform((names) => [...new Set(names)].sort())

const network = z
  .string({ error: 'required' })
  .max(MAX_NETWORK_LENGTH, { error: 'invalid_network' })
  .transform((text, issues) => {
    const canonical = canonicalNetwork(text.trim())
    if (canonical === null) issues.addIssue({ code: 'custom', message: 'invalid_network' })
    return canonical ?? z.NEVER
  })

const allowedAddresses = z
  .array(network)
  .max(MAX_ADDRESSES, { error: 'too_many' })
  .transform((networks) => [...new Set(networks)])
  .describe('IP addresses and networks in CIDR notation, IPv4 or IPv6; empty: any address')
  .meta({ examples: [['203.0.113.7', '2001:db8::/32']] })

export const createApiKeyBody = z.strictObject({
  name: apiKeyName,
  permissions: permissions.describe('What the key may do, as far as its owner may do it'),
  expires_at: z.iso
    .datetime({ offset: true, error: 'invalid' })
    .transform((text) => new Date(text))
    .describe('At most a year from now'),
  allowed_addresses: allowedAddresses.nullish(),
  user_id: z
    .uuid({ error: 'not_supported' })
    .transform((id) => id.toLowerCase())
    .optional()
    .describe('The owner of the key; the default is you'),
  ...ownerProofBody.shape,
})
