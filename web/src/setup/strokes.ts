/** Small drawings of 64 × 48: paths, each with a role that Picture.svelte paints. */
type Role = 'ink' | 'fine' | 'a' | 'b' | 'c' | 'green' | 'house' | 'shade' | 'accent';
export type Stroke = readonly [role: Role, path: string];
