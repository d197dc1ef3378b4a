// Values that JSON can hold: what tasks are given and what they give back.

export type JsonObject = { readonly [key: string]: Json }

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
