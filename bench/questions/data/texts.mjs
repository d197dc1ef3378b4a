export const x = () => ({})
