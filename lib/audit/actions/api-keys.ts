import { z } from 'zod'
import type { AuditActionGroup } from '@/lib/audit/actions/declare-actions'

/** API keys. The details never contain a key or its hash. */
export const apiKeyActions = {
  'api_key.created': {
    label: { en: 'API key created', tr: 'API anahtarı oluşturuldu' },
    target: 'api_key',
    ok: {
      name: z.string(),
      permissions: z.array(z.string()),
      /** The owner. */
      user_id: z.string(),
      expires_at: z.string(),
      allowed_addresses: z.array(z.string()),
    },
    refused: {
      name: z.string(),
      permissions: z.array(z.string()),
      user_id: z.string(),
      reason: z.string(),
    },
  },
  'api_key.revoked': {
    label: { en: 'API key revoked', tr: 'API anahtarı iptal edildi' },
    target: 'api_key',
    ok: {
      name: z.string(),
      user_id: z.string(),
      /** Only if it was revoked by its owner or an administrator. */
      notifications_cancelled: z.int().optional(),
    },
    refused: { name: z.string(), user_id: z.string(), reason: z.string() },
  },
  'api_key.proof_refused': {
    label: {
      en: 'Password confirmation for an API key refused',
      tr: 'API anahtarı için parola doğrulaması reddedildi',
    },
    target: 'user',
    refused: { reason: z.string() },
  },
} satisfies AuditActionGroup
