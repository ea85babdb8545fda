/** Frees GPU memory, which three.js does not do by itself. */
import { Mesh, LineSegments, type Material, type MeshLambertMaterial, type Object3D } from 'three';

export function disposeAll(root: Object3D): void {
  root.traverse((each) => {
    if (!(each instanceof Mesh || each instanceof LineSegments)) return;
    each.geometry.dispose();
    const material = each.material as Material;
    (material as MeshLambertMaterial).map?.dispose();
    material.dispose();
  });
}
