'use server'

import { defineSettingsSave, defineSettingsTest } from '@/app/dashboard/settings/settings-fields'

export const saveSettings = defineSettingsSave('settings:manage')
export const trySettings = defineSettingsTest('settings:manage')
