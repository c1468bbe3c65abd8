import { z } from 'zod'
import type { AuditActionGroup } from '@/lib/audit/actions/declare-actions'

const importCounts = {
  dry_run: z.boolean(),
  total: z.int(),
  processed: z.int(),
  created: z.int(),
  refused: z.int(),
}

/** A file has a format and a number of rows; running a dry run for real only repeats its ID. */
const importStart = {
  dry_run: z.boolean(),
  format: z.string().optional(),
  total: z.int().optional(),
}

const bulkCounts = {
  kind: z.string(),
  total: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  refused: z.int(),
}

const bulkStart = {
  kind: z.string(),
  total: z.int(),
  selected_by: z.enum(['filter', 'id']),
  roles: z.array(z.string()).optional(),
}

/** User imports and bulk actions. */
export const bulkActions = {
  'user_import.started': {
    label: { en: 'User import started', tr: 'Kullanıcı içe aktarması başlatıldı' },
    target: 'user_import',
    ok: importStart,
    refused: { ...importStart, reason: z.string() },
  },
  'user_import.finished': {
    label: { en: 'User import finished', tr: 'Kullanıcı içe aktarması tamamlandı' },
    target: 'user_import',
    ok: importCounts,
  },
  'user_import.stopped': {
    label: { en: 'User import stopped', tr: 'Kullanıcı içe aktarması durduruldu' },
    target: 'user_import',
    refused: { ...importCounts, reason: z.string() },
  },
  'user_import.cancelled': {
    label: { en: 'User import canceled', tr: 'Kullanıcı içe aktarması iptal edildi' },
    target: 'user_import',
    ok: importCounts,
    refused: { reason: z.string() },
  },
  'user_import.invitations_requested': {
    label: {
      en: 'User import invitations requested',
      tr: 'Kullanıcı içe aktarması için davet istendi',
    },
    target: 'user_import',
    ok: { without_password: z.int() },
    refused: { reason: z.string() },
  },
  'user_import.invitations_stopped': {
    label: {
      en: 'User import invitations stopped',
      tr: 'Kullanıcı içe aktarması davetleri durduruldu',
    },
    target: 'user_import',
    refused: { invited: z.int(), reason: z.string() },
  },
  'bulk_action.started': {
    label: { en: 'Bulk action started', tr: 'Toplu işlem başlatıldı' },
    target: 'bulk_action',
    ok: bulkStart,
    refused: { ...bulkStart, reason: z.string() },
  },
  'bulk_action.finished': {
    label: { en: 'Bulk action finished', tr: 'Toplu işlem tamamlandı' },
    target: 'bulk_action',
    ok: bulkCounts,
  },
  'bulk_action.stopped': {
    label: { en: 'Bulk action stopped', tr: 'Toplu işlem durduruldu' },
    target: 'bulk_action',
    refused: { ...bulkCounts, reason: z.string() },
  },
  'bulk_action.cancelled': {
    label: { en: 'Bulk action canceled', tr: 'Toplu işlem iptal edildi' },
    target: 'bulk_action',
    ok: bulkCounts,
    refused: { reason: z.string() },
  },
} satisfies AuditActionGroup
