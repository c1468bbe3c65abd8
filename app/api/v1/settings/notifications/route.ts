import { settingsRoutes } from '@/lib/http/settings-routes'

const { read, change } = settingsRoutes('NotificationSettings', 'notifications:settings', {
  nameOf: () => 'notifications',
})

export const GET = read
export const PUT = change
