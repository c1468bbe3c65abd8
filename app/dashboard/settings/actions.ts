'use server'

import { defineSettingsSave, defineSettingsTest } from '@/lib/web/settings-form'

export const saveSettings = defineSettingsSave('settings:manage')
export const trySettings = defineSettingsTest('settings:manage')
