'use server'

import { savingSettings, tryingSettings } from '@/lib/web/settings-actions'

export const saveSettings = savingSettings('settings:manage')
export const trySettings = tryingSettings('settings:manage')
