'use server'

import { defineSettingsSave, defineSettingsTest } from '@/app/dashboard/settings/settings-fields'

// Used by the pages of both providers: SMS and payments.
export const saveProvider = defineSettingsSave('notifications:settings')
export const tryProvider = defineSettingsTest('notifications:settings')
