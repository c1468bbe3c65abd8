import { z } from 'zod'
import type { AuditActionGroup } from '@/lib/audit/actions/declare-actions'

/** Viewing the service as another user. The actor is the administrator. */
export const impersonationActions = {
  'impersonation.started': {
    label: { en: 'Viewing as a user started', tr: 'Kullanıcı olarak görüntüleme başladı' },
    target: 'user',
    /** `purpose`: the reason, if the administrator gave one. */
    ok: { purpose: z.string().optional(), session_id: z.string(), expires_at: z.string() },
    refused: { purpose: z.string().optional(), reason: z.string() },
  },
  'impersonation.ended': {
    label: { en: 'Viewing as a user ended', tr: 'Kullanıcı olarak görüntüleme bitti' },
    target: 'user',
    /**
     * `own_session_ended`: with that of the administrator; `session_revoked`: among the sessions of
     * the user. One that expires has no such record; `expires_at` of its start says when.
     * `total_ended`: if so many ended together that not each has a record, how many.
     */
    ok: {
      reason: z.enum(['stopped', 'not_allowed', 'own_session_ended', 'session_revoked']),
      session_id: z.string(),
      total_ended: z.int().optional(),
    },
  },
  /** At most once a minute for each operation. */
  'impersonation.write_refused': {
    label: {
      en: 'Change refused while viewing as a user',
      tr: 'Kullanıcı olarak görüntülerken değişiklik reddedildi',
    },
    target: 'user',
    refused: { operation: z.string() },
  },
  'impersonation.proof_refused': {
    label: {
      en: 'Password confirmation for viewing as a user refused',
      tr: 'Kullanıcı olarak görüntüleme için parola doğrulaması reddedildi',
    },
    target: 'user',
    refused: { reason: z.string() },
  },
} satisfies AuditActionGroup
