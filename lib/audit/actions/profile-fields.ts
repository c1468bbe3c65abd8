import { z } from 'zod'
import type { AuditActionGroup } from '@/lib/audit/actions/declare-actions'

const definition = { type: z.string() }
const refused = { reason: z.string() }

/** Profile fields and their values. The values are personal data and in no record. */
export const profileFieldActions = {
  'profile_field.created': {
    label: { en: 'Profile field created', tr: 'Profil alanı oluşturuldu' },
    target: 'profile_field',
    ok: definition,
    refused,
  },
  'profile_field.changed': {
    label: { en: 'Profile field changed', tr: 'Profil alanı değiştirildi' },
    target: 'profile_field',
    /** The changed properties of the definition. */
    ok: { fields: z.array(z.string()) },
    refused,
  },
  'profile_field.deleted': {
    label: { en: 'Profile field deleted', tr: 'Profil alanı silindi' },
    target: 'profile_field',
    ok: definition,
    refused,
  },
  /** By an administrator. By the user: `profile.changed`. */
  'user.profile_changed': {
    label: {
      en: 'Profile changed by administrator',
      tr: 'Profil yönetici tarafından değiştirildi',
    },
    target: 'user',
    webhook: 'user.updated',
    ok: {
      /** `name`, and the keys of profile fields as `profile.<key>`. */
      fields: z.array(z.string()),
      bulk_action_id: z.string().optional(),
    },
    refused: { reason: z.string(), bulk_action_id: z.string().optional() },
  },
} as const satisfies AuditActionGroup
