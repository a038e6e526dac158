"""The whole house simulated: one seed determines the clock, the people, the network, the faults and the shuffles."""
