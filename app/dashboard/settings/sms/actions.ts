'use server'

import { savingSettings, tryingSettings } from '@/lib/web/settings-actions'

// For the pages of both providers: SMS and payments.
export const saveProvider = savingSettings('notifications:settings')
export const tryProvider = tryingSettings('notifications:settings')
