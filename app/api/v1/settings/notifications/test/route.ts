import { settingsRoutes } from '@/lib/http/settings-routes'

export const POST = settingsRoutes('notifications:settings', 'notifications').test
