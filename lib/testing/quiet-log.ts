import { logger } from '@/lib/platform/logger'

// Tests provoke what the log complains of; whoever looks at the log puts a spy on it.
logger().level = 'silent'
