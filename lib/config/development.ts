/** Whether Next runs with hot reload, which needs `eval` and inline styles in the browser. Never so in a build. */
export const inDevelopment = process.env.NODE_ENV === 'development'
