import { cache } from 'react'
import { getAuditRecord } from '@/lib/audit/get-audit-record'

/** One record, asked for once per request: by the title of the page and by the drawer. */
export const findRecord = cache(getAuditRecord)
