# A Kepler orbit by scipy's DOP853: where it is, and how many steps it took.
import json, numpy as np, scipy
from scipy.integrate import DOP853

gm = 3.986004418e14


def f(t, y):
    return np.concatenate([y[3:], -gm * y[:3] / np.linalg.norm(y[:3]) ** 3])


rows = []
for rtol, end in [(1e-6, 20000.0), (1e-9, 50000.0), (1e-12, -50000.0)]:
    y0 = np.array([7e6, 0.0, 0.0, 0.0, 6000.0, 5900.0])
    s = DOP853(f, 0.0, y0, end, rtol=rtol, atol=np.array([1e-3] * 3 + [1e-6] * 3))
    steps, dense = 0, []
    while s.status == "running":
        s.step()
        steps += 1
        if steps % 10 == 0:
            t = s.t_old + 0.3 * (s.t - s.t_old)
            dense.append([float(t), *map(float, s.dense_output()(t))])
    rows.append({"rtol": rtol, "end": end, "steps": steps, "y": list(map(float, s.y)), "dense": dense[:20]})
print(json.dumps({"version": "scipy " + scipy.__version__, "facts": {"fields": "SI; from 7e6, 0, 0, 0, 6000, 5900; absolute tolerance 1e-3 m, 1e-6 m/s", "rows": rows}}))
