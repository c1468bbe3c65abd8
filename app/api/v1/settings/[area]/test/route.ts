import { settingsRoutes } from '@/lib/http/settings-routes'

export const POST = settingsRoutes('settings:manage').test
