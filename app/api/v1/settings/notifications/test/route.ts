import { settingsRoutes } from '@/lib/http/settings-routes'

export const POST = settingsRoutes('NotificationSettings', 'notifications:settings', {
  nameOf: () => 'notifications',
}).test
