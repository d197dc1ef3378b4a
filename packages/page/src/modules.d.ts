// Style sheets are bundled with whatever imports them.
declare module '*.css'
